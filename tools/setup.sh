#!/bin/sh
# Makes the virtual environment beside the Makefile from requirements.lock; `make` calls it when needed.
# PYTHON=/path/to/python chooses the interpreter, VENV the folder.
set -eu
cd "$(dirname "$0")/.."
venv=${VENV:-.venv}
python=$venv/bin/python

new_enough() {
    "$1" -c 'import sys; sys.exit(sys.version_info < (3, 11))' >/dev/null 2>&1
}

# A launcher on the PATH may stand for a version that is not there: run it, do not just look for it.
find_python() {
    for candidate in ${PYTHON:-python3 python3.14 python3.13 python3.12 python3.11 python}; do
        if new_enough "$candidate"; then
            echo "$candidate"
            return
        fi
    done
    echo "setup: Grognard needs Python 3.11 or newer and found none" \
        "(tried ${PYTHON:-python3, python3.14 ... python3.11, python})." \
        "Install one, or name yours: make PYTHON=/path/to/python3.12 play" >&2
    return 1
}

have_uv() {
    uv --version >/dev/null 2>&1
}

make_venv() {
    base=$(find_python)
    rm -rf "$venv"
    if "$base" -c 'import ensurepip, venv' >/dev/null 2>&1; then
        "$base" -m venv "$venv"
    elif have_uv; then
        uv venv --quiet --python "$base" "$venv"
    else
        echo "setup: $base has no venv module;" \
            "install it (on Debian and Ubuntu the package python3-venv) or install uv" >&2
        return 1
    fi
}

# uv is quicker; where it cannot reach what pip is set up to reach, pip has the last word.
install() {
    if have_uv && uv pip install --quiet --python "$python" "$@"; then
        return
    fi
    "$python" -m pip --version >/dev/null 2>&1 || "$python" -m ensurepip >/dev/null
    "$python" -m pip install --quiet --disable-pip-version-check "$@"
}

if ! new_enough "$python"; then
    echo "setup: making $venv"
    make_venv
fi
echo "setup: installing what requirements.lock names into $venv"
install --require-hashes -r requirements.lock
install --no-deps --no-build-isolation -e .
