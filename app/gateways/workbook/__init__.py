"""Workbooks in XLSX: written here, read in a process that a hostile one cannot leave."""
