"""A town block or a village about 20,15, and who is in it."""

from tests.rules.brigades.given import Scene, Spec, foot, given

T = "brigades.terrain."
R = "brigades.rulings."
TOWN, STONE, WOOD = T + "town.combat.", T + "buildings.stone.", T + "buildings.wood."
BLOCK = "180,130 220,130 220,170 180,170"  # 4 in square about 20,15
HELD = foot("foe", 20, 15, 180, side="red")


def town(*specs: Spec, kind: str = "town", material: str = "wood") -> Scene:
    """A block or village about 20,15 with these stands."""
    return given(*specs, areas=[(kind, BLOCK, material)])
