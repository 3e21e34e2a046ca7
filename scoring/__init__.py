"""The environmental score: calculation, dated law and month arithmetic, standard library only."""
