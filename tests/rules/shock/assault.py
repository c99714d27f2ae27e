"""Attacks played up to the shock roll, for the tests of shock."""

from tests.rules.shock.given import Scene


def attack(scene: Scene, *orders: str, reaction: int = 0) -> Scene:
    """Give blue these orders and answer what comes before the shock roll.

    Everybody holds his fire and stands; charged units check (`reaction` is their die).
    """
    scene.activate("blue")
    for order in orders:
        scene.play(order)
    if scene.p.decision is not None and "done" in scene.options():
        scene.play("done")
    quiet = ("hold", "stand", "stand and check", "press on")
    while scene.p.stack:
        if scene.p.decision is not None:
            answer = next((text for text in quiet if text in scene.options()), None)
            if answer is None:
                break
            scene.play(answer)
        elif scene.check().name == "commitment":
            scene.roll(0).ride()
        elif scene.check().target.endswith("(charge reaction)"):
            scene.roll(reaction)
        else:
            break
    return scene


def clash(scene: Scene, *orders: str, reaction: int = 0) -> Scene:
    """An attack whose shock is now to be rolled."""
    attack(scene, *orders, reaction=reaction)
    assert scene.check().name == "shock"
    return scene


def ratio(scene: Scene) -> str:
    """The column of the open shock roll."""
    return scene.check().target.removeprefix("ratio ")
