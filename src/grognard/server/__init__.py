"""The server: games in the browser and online. It knows no rule and no system by name."""
