"""Write the page's types, `server/page/server.d.ts`, from the classes that travel.

`make types` runs it; a test holds that the file is current.
"""

import inspect
from pathlib import Path
from types import UnionType

from msgspec import NODEFAULT, Struct
from msgspec import inspect as described

from grognard.draw import scene_info
from grognard.server import game_state, requests, responses

PATH = Path(responses.__file__).parent / "page" / "server.d.ts"
HEADER = """\
// What travels between server and page. Made from the classes in Python by `make types`;
// change those, not this file.
"""
PLAIN = {
    described.IntType: "number",
    described.FloatType: "number",
    described.StrType: "string",
    described.BoolType: "boolean",
    described.NoneType: "null",
}


def type_of(found: described.Type) -> str:
    """A type as TypeScript writes it."""
    if plain := PLAIN.get(type(found)):
        return plain
    match found:
        case described.StructType(cls=cls):
            return cls.__name__
        case described.LiteralType(values=values):
            return " | ".join(f'"{value}"' for value in values)
        case described.UnionType(types=types):
            return " | ".join(map(type_of, types))
        case (
            described.ListType(item_type=item, min_length=least, max_length=most)
            | described.VarTupleType(item_type=item, min_length=least, max_length=most)
        ):
            inner = type_of(item)
            if most is not None and least == most:
                return f"[{', '.join([inner] * most)}]"
            return f"({inner})[]" if " | " in inner else f"{inner}[]"
        case described.DictType(key_type=key, value_type=value):
            return f"Record<{type_of(key)}, {type_of(value)}>"
    raise TypeError(f"{found} has no type on the page yet: add it to {__file__}")


def interface(cls: type[Struct]) -> str:
    """One class; what a client may leave out is optional."""
    found = described.type_info(cls)
    assert isinstance(found, described.StructType)
    lines = [f"/** {inspect.getdoc(cls)} */", f"export interface {cls.__name__} {{"]
    if found.tag_field is not None:
        lines.append(f'  {found.tag_field}: "{found.tag}";')
    for field in found.fields:
        # Only what clients send forbids unknown fields.
        sent = found.forbid_unknown_fields and not field.required
        unset = not field.required and field.default is field.default_factory is NODEFAULT
        optional = "?" if sent or unset else ""
        lines.append(f"  {field.encode_name}{optional}: {type_of(field.type)};")
    return "\n".join([*lines, "}", ""])


def text() -> str:
    """The whole file."""
    parts = [HEADER]
    for module in (scene_info, requests, game_state, responses):
        for name, value in vars(module).items():
            ours = getattr(value, "__module__", "") == module.__name__
            if ours and isinstance(value, type) and issubclass(value, Struct):
                parts.append(interface(value))
            elif isinstance(value, UnionType):
                parts.append(f"export type {name} = {type_of(described.type_info(value))};\n")
    return "\n".join(parts)


if __name__ == "__main__":
    PATH.write_text(text(), encoding="utf-8")
    print(f"{PATH.name}: {len(text().splitlines())} lines")
