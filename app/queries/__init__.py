"""Reads, each narrowed to what the actor may see."""
