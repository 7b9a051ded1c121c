"""Running what nobody trusts: judge's side, spawner, child, and the wire between them."""
