"""What a submission's process may do: Landlock, seccomp, resource limits."""
