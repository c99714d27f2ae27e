"""The companion on paper: sheets of charts, rosters, labels, markers and scenarios as PDF."""
