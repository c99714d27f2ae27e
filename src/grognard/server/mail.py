"""E-mail by the SMTP server of the host's choice."""

from __future__ import annotations

import smtplib
import ssl
from email.message import EmailMessage
from email.utils import formatdate, make_msgid
from typing import Final
from urllib.parse import unquote, urlsplit

from grognard.engine.errors import GrognardError

SECONDS: Final = 20.0
LONGEST: Final = 254
LOCAL: Final = ("localhost", "127.0.0.1", "::1")


class MailFailed(GrognardError):
    """A message that the mail server did not take."""


class Mailer:
    """Sends messages; `where` is smtp://user:password@host:port, or smtps:// for TLS at once."""

    def __init__(self, where: str, sender: str) -> None:
        parts = urlsplit(where)
        if parts.scheme not in ("smtp", "smtps") or not parts.hostname:
            raise GrognardError(
                "the mail server must be given as smtp://user:password@host:port or smtps://…"
            )
        if not is_address(sender):
            raise GrognardError("mail needs a sender: give an address with --mail-from")
        self.host = parts.hostname
        self.secure = parts.scheme == "smtps"
        self.port = parts.port or (465 if self.secure else 587)
        self.user, self.password = unquote(parts.username or ""), unquote(parts.password or "")
        self.sender = sender

    def send(self, to: str, subject: str, text: str) -> None:
        """Hand a message to the mail server; MailFailed says why it did not take it."""
        message = EmailMessage()
        message["Subject"], message["From"], message["To"] = subject, self.sender, to
        message["Date"], message["Message-ID"] = formatdate(), make_msgid("grognard")
        message["Auto-Submitted"] = "auto-generated"
        message.set_content(text)
        try:
            with self._connected() as line:
                line.send_message(message)
        except (smtplib.SMTPException, OSError) as error:
            raise MailFailed(f"the mail server did not take it ({_reason(error)})") from error

    def _connected(self) -> smtplib.SMTP:
        context = ssl.create_default_context()
        if self.secure:
            line: smtplib.SMTP = smtplib.SMTP_SSL(
                self.host, self.port, timeout=SECONDS, context=context
            )
        else:
            line = smtplib.SMTP(self.host, self.port, timeout=SECONDS)
            line.ehlo()
            if line.has_extn("starttls"):
                line.starttls(context=context)
                line.ehlo()
            elif self.user and self.host not in LOCAL:
                line.close()
                raise OSError("it offers no encryption for the password")
        if self.user:
            line.login(self.user, self.password)
        return line


def is_address(text: str) -> bool:
    """Whether a text looks like an e-mail address and can do no harm in a header.

    >>> is_address("ney@example.org"), is_address("ney"), is_address("a@b.c\\nBcc: x@y.z")
    (True, False, False)
    """
    name, at, host = text.rpartition("@")
    safe = text.isascii() and text.isprintable() and not set(text) & set(' "<>(),;:[]\\')
    return bool(at and name and "." in host.strip(".") and safe and len(text) <= LONGEST)


def _reason(error: Exception) -> str:
    if isinstance(error, smtplib.SMTPRecipientsRefused):
        return "the recipient was refused"
    if isinstance(error, smtplib.SMTPResponseException):
        return f"status {error.smtp_code}"
    return type(error).__name__ if not str(error) else str(error)[:100]
