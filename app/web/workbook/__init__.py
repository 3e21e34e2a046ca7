"""A declaration as a workbook: its sheets and columns, drawn from the table of the wire form."""
