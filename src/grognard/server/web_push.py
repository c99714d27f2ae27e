"""Notices for a closed browser: encrypted for it (RFC 8291), signed by the server (VAPID)."""

from __future__ import annotations

import base64
import binascii
import hmac
import os
import time
from typing import Final
from urllib.parse import urlsplit

import msgspec

from grognard.engine.errors import GrognardError
from grognard.server.requests import PushSubscription
from grognard.server.seats import Refusal

try:
    from cryptography.exceptions import InvalidKey
    from cryptography.hazmat.primitives import hashes, serialization
    from cryptography.hazmat.primitives.asymmetric import ec
    from cryptography.hazmat.primitives.asymmetric.utils import decode_dss_signature
    from cryptography.hazmat.primitives.ciphers.aead import AESGCM
except ImportError as missing:
    raise GrognardError(
        "notices in browsers need a package that is not installed: pip install 'grognard[push]'"
    ) from missing

POINT, SECRET, SALT = 65, 16, 16  # bytes
RECORD: Final = 4096  # bytes of an encrypted record
LIFE: Final = 12 * 3600  # seconds a signature counts
KEPT: Final = 24 * 3600  # seconds the push service keeps a notice for a browser that is off


def new_key() -> bytes:
    """A new key of the server."""
    return ec.generate_private_key(ec.SECP256R1()).private_bytes(
        serialization.Encoding.DER,
        serialization.PrivateFormat.PKCS8,
        serialization.NoEncryption(),
    )


def check(subscription: PushSubscription) -> None:
    """Refuse keys that no browser gives."""
    try:
        point, secret = _bytes(subscription.keys.p256dh), _bytes(subscription.keys.auth)
        if len(point) != POINT or len(secret) != SECRET:
            raise ValueError
        ec.EllipticCurvePublicKey.from_encoded_point(ec.SECP256R1(), point)
    except (ValueError, binascii.Error, InvalidKey):
        raise Refusal("malformed", "these are not the keys of a browser") from None


class Pusher:
    """Encrypts and signs notices with the server's key."""

    def __init__(self, key: bytes, contact: str) -> None:
        loaded = serialization.load_der_private_key(key, None)
        assert isinstance(loaded, ec.EllipticCurvePrivateKey)  # made by new_key
        self._key = loaded
        self.contact = contact
        self.public = _text(_point(loaded.public_key()))  # given to browsers

    def headers(self, endpoint: str) -> dict[str, str]:
        """The headers of a request to a push service."""
        parts = urlsplit(endpoint)
        claims = {
            "aud": f"{parts.scheme}://{parts.netloc}",
            "exp": int(time.time()) + LIFE,
            "sub": self.contact,
        }
        signed = b".".join(
            _text(msgspec.json.encode(part)).encode()
            for part in ({"typ": "JWT", "alg": "ES256"}, claims)
        )
        r, s = decode_dss_signature(self._key.sign(signed, ec.ECDSA(hashes.SHA256())))
        token = signed.decode() + "." + _text(r.to_bytes(32, "big") + s.to_bytes(32, "big"))
        return {
            "Authorization": f"vapid t={token}, k={self.public}",
            "Content-Encoding": "aes128gcm",
            "Content-Type": "application/octet-stream",
            "TTL": str(KEPT),
        }


def encrypted(subscription: PushSubscription, text: bytes) -> bytes:
    """A notice that only the browser of a subscription can read."""
    theirs, secret = _bytes(subscription.keys.p256dh), _bytes(subscription.keys.auth)
    once = ec.generate_private_key(ec.SECP256R1())
    ours, salt = _point(once.public_key()), os.urandom(SALT)
    shared = once.exchange(
        ec.ECDH(), ec.EllipticCurvePublicKey.from_encoded_point(ec.SECP256R1(), theirs)
    )
    first = _hmac(_hmac(secret, shared), b"WebPush: info\0" + theirs + ours + b"\1")
    second = _hmac(salt, first)
    key = _hmac(second, b"Content-Encoding: aes128gcm\0\1")[:16]
    nonce = _hmac(second, b"Content-Encoding: nonce\0\1")[:12]
    head = salt + RECORD.to_bytes(4, "big") + bytes([len(ours)]) + ours
    return head + AESGCM(key).encrypt(nonce, text + b"\2", None)


def _hmac(key: bytes, content: bytes) -> bytes:
    return hmac.digest(key, content, "sha256")


def _point(key: ec.EllipticCurvePublicKey) -> bytes:
    return key.public_bytes(
        serialization.Encoding.X962, serialization.PublicFormat.UncompressedPoint
    )


def _text(content: bytes) -> str:
    return base64.urlsafe_b64encode(content).rstrip(b"=").decode()


def _bytes(text: str) -> bytes:
    return base64.b64decode(text + "=" * (-len(text) % 4), altchars=b"-_", validate=True)
