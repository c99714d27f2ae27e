"""What systems of stands on a tabletop share, whatever their rules: no system is named here."""
