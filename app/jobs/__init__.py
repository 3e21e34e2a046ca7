"""Work on a schedule, in a process of its own."""
