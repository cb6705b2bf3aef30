// The live page: runs its clocks.
import { runClocks } from "./clock.js";

runClocks();
