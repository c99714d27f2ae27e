#!/bin/sh
# Install Firefox and WebKit for `make test-browsers`, where Debian's packages can be had.
set -eu

ready() {
    { command -v firefox-esr || command -v firefox; } >/dev/null 2>&1 &&
        command -v WebKitWebDriver >/dev/null 2>&1 && command -v Xvfb >/dev/null 2>&1
}

ready && exit 0
root=""
[ "$(id -u)" = 0 ] || root="sudo -n"
if command -v apt-get >/dev/null 2>&1; then
    $root apt-get update -q || true
    $root env DEBIAN_FRONTEND=noninteractive apt-get install -y -q --no-install-recommends \
        firefox-esr webkit2gtk-driver xvfb || true
fi
ready || { echo "make test-browsers needs firefox-esr, webkit2gtk-driver and xvfb" >&2; exit 1; }
