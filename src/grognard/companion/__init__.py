"""At the table: the systems for people with miniatures and dice, on a phone and on paper."""
