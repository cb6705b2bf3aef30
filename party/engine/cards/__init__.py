"""Cards, packs and the deal."""
