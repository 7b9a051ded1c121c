#!/usr/bin/env bash
# Makes ../static/editor.js and the notices of what is in it. Needs npm and a network; users need neither.
# For newer versions, change package.json and run it again: all packages are named there, with exact versions.
set -euo pipefail
here=$(cd "$(dirname "$0")" && pwd)
static=$here/../static
room=$(mktemp -d)
trap 'rm -rf "$room"' EXIT
cp "$here/package.json" "$here/editor.js" "$room"
cd "$room"
npm install --silent --no-audit --no-fund --no-package-lock --ignore-scripts

node - "$static/editor.LICENSES.txt" <<'NODE'
const fs = require("fs");
const told = JSON.parse(fs.readFileSync("package.json", "utf8")).dependencies;
const parts = ["editor.js is made of these packages."];
for (const name of Object.keys(told).sort()) {
  const folder = `node_modules/${name}`;
  const { version, license } = JSON.parse(fs.readFileSync(`${folder}/package.json`, "utf8"));
  if (version !== told[name]) throw new Error(`${name}: ${version} was installed, package.json names ${told[name]}`);
  parts.push(`${"-".repeat(80)}\n${name} ${version} (${license})\n\n${fs.readFileSync(`${folder}/LICENSE`, "utf8").trim()}`);
}
fs.writeFileSync(process.argv[2], parts.join("\n\n") + "\n");
NODE

versions=$(node -p 'Object.entries(require("./package.json").dependencies).map(([n, v]) => `${n} ${v}`).join(", ")')
source=$(cat package.json editor.js | sha256sum | cut -c1-16)  # a test holds the bundle to its source
node_modules/.bin/esbuild editor.js --bundle --minify --format=esm --target=es2022 --charset=utf8 \
  --metafile=meta.json --banner:js="/* Made by ../editor/build.sh of $versions; source $source. Notices: editor.LICENSES.txt */" \
  --outfile="$static/editor.js" --log-level=warning
# Everything that went in must be named, and once.
node -e '
const told = Object.keys(require("./package.json").dependencies);
const files = Object.keys(require("./meta.json").inputs).filter((path) => path.startsWith("node_modules/"));
// A package inside the folder of another one is a second version of it.
const twice = files.filter((path) => path.includes("/node_modules/"));
if (twice.length) throw new Error(`two versions: ${twice}`);
const used = new Set(files.map((path) => path.split("/").slice(1, path.startsWith("node_modules/@") ? 3 : 2).join("/")));
const missing = [...used].filter((name) => !told.includes(name));
if (missing.length) throw new Error(`not in package.json: ${missing}`);
const idle = told.filter((name) => !used.has(name));
if (idle.length) console.error(`named but not in the bundle: ${idle}`);
'
ls -l "$static"/editor.*
