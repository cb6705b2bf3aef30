// The live page: its clocks run.
import { runClocks } from "./clock.js";

runClocks();
