"""The tabletop: stands in inches, in whole numbers throughout. Geometry only, no rules.

`lattice` places and directions; `shape` turned bases and their rings; `rect` stands, overlap, gaps;
`contact` edges that touch, chains; `arcs` front and flank, arcs of fire, ranges; `ground` areas,
lines, levels, found through `boxes`; `chord` the part of a line within an area; `sight` what blocks
it; `slide` straight legs and what they hit; `course` what a leg costs; `turns` turns and wheels;
`reach` where a stand can get; `charge` straight into contact; `retreat` the way back.
"""
