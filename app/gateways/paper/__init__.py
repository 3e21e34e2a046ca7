"""Pages on paper: HTML made into a tagged PDF, by a process apart and without fetching anything."""
