"""The page of the aids: questions asked one after the other, the state kept in the address."""
