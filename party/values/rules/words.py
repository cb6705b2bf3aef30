LOCKED = "Hands have been entered, so the rules are locked."
NO_REASON = "Say why the rules change although hands have been played."
