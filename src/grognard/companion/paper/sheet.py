"""A PDF and its pages: paper, letters, lines of text that are wrapped to a width."""

from __future__ import annotations

from importlib.resources import as_file, files
from pathlib import Path
from typing import Any, Final

from grognard.engine.errors import GrognardError

MM: Final = 72 / 25.4  # points of a millimetre
INCH: Final = 72.0
PAPERS: Final = {"a4": (210 * MM, 297 * MM), "letter": (8.5 * INCH, 11 * INCH)}
MARGIN: Final = 8 * MM
FONT: Final = "Gentium"
TICK: Final = "✓"  # not in the font, but in one that every reader of PDF has
TICKS: Final = "ZapfDingbats"
LEADING: Final = 1.18
GREY: Final = 0.88
BOLD: Final = 0.025  # the edge of bold letters, by their size
FILL_AND_EDGE: Final = 2  # how PDF paints such letters


def _font(text: str) -> str:
    return TICKS if text == TICK else FONT


class Sheet:
    """A PDF that is being written; places are points from the top left corner."""

    def __init__(self, path: Path, paper: str, title: str) -> None:
        try:
            from reportlab.pdfbase import pdfmetrics
            from reportlab.pdfbase.ttfonts import TTFont
            from reportlab.pdfgen.canvas import Canvas
        except ImportError:
            raise GrognardError('printing needs reportlab: pip install "grognard[print]"') from None
        self.width, self.height = PAPERS[paper]
        self._metrics = pdfmetrics
        self._widths: dict[str, float] = {}  # of texts in letters of one point
        if FONT not in pdfmetrics.getRegisteredFontNames():
            with as_file(files("grognard.draw").joinpath("fonts")) as fonts:
                pdfmetrics.registerFont(TTFont(FONT, str(fonts / "GenBkBasR.ttf")))
        self.canvas: Any = Canvas(str(path), pagesize=(self.width, self.height), invariant=1)
        self.canvas.setTitle(title)
        self.canvas.setCreator("Grognard")

    def wide(self, text: str, size: float) -> float:
        """How wide a text is."""
        known = self._widths.get(text)
        if known is None:
            known = self._widths[text] = self._metrics.stringWidth(text, _font(text), 1)
        return known * size

    def wrap(self, text: str, size: float, width: float) -> list[str]:
        """The lines of a text that may not be wider; a word that is wider alone stays whole."""
        lines: list[str] = []
        line = ""
        for word in text.split():
            longer = f"{line} {word}" if line else word
            if line and self.wide(longer, size) > width:
                lines.append(line)
                line = word
            else:
                line = longer
        return [*lines, line] if line else lines or [""]

    def text(
        self, x: float, y: float, text: str, size: float, grey: float = 0.0, bold: bool = False
    ) -> None:
        """A line of text, its foot at y; bold letters have a thin edge and the usual width."""
        self.canvas.setFillGray(grey)
        self.canvas.setFont(_font(text), size)
        if bold:
            self.canvas.setStrokeGray(grey)
            self.canvas.setLineWidth(size * BOLD)
        mode = FILL_AND_EDGE if bold else None
        self.canvas.drawString(x, self.height - y, text, mode=mode)

    def centred(self, x: float, y: float, text: str, size: float, grey: float = 0.0) -> None:
        """A line of text around x."""
        self.text(x - self.wide(text, size) / 2, y, text, size, grey)

    def fitted(
        self, x: float, y: float, text: str, size: float, width: float, grey: float = 0.0
    ) -> None:
        """A line of text in smaller letters if it would be wider."""
        self.text(x, y, text, min(size, size * width / max(self.wide(text, size), 1)), grey)

    def box(
        self, x: float, y: float, width: float, height: float, grey: float | None = None
    ) -> None:
        """A rectangle from its top left corner: filled with a grey, or only its edge."""
        bottom = self.height - y - height
        if grey is not None:
            self.canvas.setFillGray(grey)
            self.canvas.rect(x, bottom, width, height, stroke=0, fill=1)
        else:
            self.canvas.setStrokeGray(0)
            self.canvas.setLineWidth(0.5)
            self.canvas.rect(x, bottom, width, height, stroke=1, fill=0)

    def circle(self, x: float, y: float, radius: float) -> None:
        """The edge of a circle."""
        self.canvas.setStrokeGray(0)
        self.canvas.setLineWidth(0.8)
        self.canvas.circle(x, self.height - y, radius, stroke=1, fill=0)

    def rule(self, x: float, y: float, width: float) -> None:
        """A thin line across."""
        self.canvas.setStrokeGray(0.6)
        self.canvas.setLineWidth(0.25)
        self.canvas.line(x, self.height - y, x + width, self.height - y)

    def picture(self, png: bytes, x: float, y: float, width: float, height: float) -> float:
        """A picture, as large as fits, in the middle; returns how high it is."""
        from io import BytesIO

        from reportlab.lib.utils import ImageReader

        image = ImageReader(BytesIO(png))
        dots_wide, dots_high = image.getSize()
        scale = min(width / dots_wide, height / dots_high)
        wide, high = dots_wide * scale, dots_high * scale
        self.canvas.drawImage(image, x + (width - wide) / 2, self.height - y - high, wide, high)
        return float(high)

    def foot(self, text: str) -> None:
        """A line at the foot of the page."""
        self.text(MARGIN, self.height - 4 * MM, text, 7, 0.35)

    def turn(self) -> None:
        """Go on to the next page."""
        self.canvas.showPage()

    def save(self) -> None:
        """Write the file."""
        self.canvas.save()
