#!/bin/sh
# Find a Chromium for the tests of the page, or install one. Prints where it is.
set -eu

venv=${VENV:-.venv}

find_browser() {
    for name in "${GROGNARD_BROWSER:-}" chromium chromium-browser google-chrome google-chrome-stable; do
        if [ -n "$name" ] && command -v "$name" >/dev/null 2>&1; then
            command -v "$name"
            return
        fi
    done
    "$venv/bin/python" - <<'PY'
import os
import sys

from playwright.sync_api import sync_playwright

with sync_playwright() as playwright:
    path = playwright.chromium.executable_path
sys.exit(0 if os.path.exists(path) and print(path) is None else 1)
PY
}

as_root() {
    if [ "$(id -u)" = 0 ]; then
        "$@"
    elif command -v sudo >/dev/null 2>&1; then
        sudo -n "$@"
    else
        return 1
    fi
}

install_browser() {
    if command -v apt-get >/dev/null 2>&1; then
        as_root env DEBIAN_FRONTEND=noninteractive apt-get install -y -q chromium && return
        as_root apt-get update -q && \
            as_root env DEBIAN_FRONTEND=noninteractive apt-get install -y -q chromium && return
    fi
    "$venv/bin/python" -m playwright install --with-deps chromium && return
    "$venv/bin/python" -m playwright install chromium
}

if ! find_browser; then
    echo "browser: no Chromium found, installing one for the tests of the page" >&2
    if ! install_browser >&2 || ! find_browser; then
        echo "browser: the tests of the page need Chromium and it could not be installed." \
            "Install it (on Debian the package chromium) or name yours:" \
            "make GROGNARD_BROWSER=/path/to/chrome test" >&2
        exit 1
    fi
fi
