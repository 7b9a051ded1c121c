"""Is the value right: got against want, with a tolerance that is derived and not tuned."""
