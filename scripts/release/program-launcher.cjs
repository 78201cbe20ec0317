// Main of the program that brings its own Node. It holds the files of the package of the command, writes them where this
// user alone can write, and runs them: threads and pages of rules are files. Plain JavaScript, as Node embeds it.
const { createRequire } = require('node:module');
const {
  chmodSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  realpathSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} = require('node:fs');
const { homedir, tmpdir } = require('node:os');
const { dirname, join } = require('node:path');
const { getAssetKeys, getRawAsset, getAsset } = require('node:sea');

const { version, digest } = JSON.parse(getAsset('program.json', 'utf8'));
const names = getAssetKeys().filter((name) => name !== 'program.json');

/** The folder for caches of this user. */
function cacheFolder() {
  if (process.platform === 'win32') return process.env.LOCALAPPDATA || join(homedir(), 'AppData', 'Local');
  return process.env.XDG_CACHE_HOME || join(homedir(), '.cache');
}

/** Returns whether no other user can write into a folder, or put another one in its place. */
function isOwn(folder) {
  if (process.platform === 'win32') return true;
  let at = realpathSync(folder);
  const { uid, mode } = statSync(at);
  if (uid !== process.getuid() || (mode & 0o022) !== 0) return false;
  while (dirname(at) !== at) {
    at = dirname(at);
    const around = statSync(at);
    if (around.uid !== process.getuid() && around.uid !== 0) return false;
    // In a folder with the sticky bit, such as /tmp, nobody renames what another user owns.
    if ((around.mode & 0o022) !== 0 && (around.mode & 0o1000) === 0) return false;
  }
  return true;
}

/** Writes what is not there as it should be; a file appears whole, as several programs may start at once. */
function unpack(folder) {
  for (const name of names) {
    const path = join(folder, name);
    const content = Buffer.from(getRawAsset(name));
    let found = null;
    try {
      found = readFileSync(path);
    } catch {}
    if (found?.equals(content)) continue;
    mkdirSync(dirname(path), { recursive: true, mode: 0o700 });
    const draft = `${path}.${process.pid}`;
    writeFileSync(draft, content, { mode: 0o600 });
    renameSync(draft, path);
  }
}

/** Returns the folder with the files: a cache, else one that ends with this process. */
function installedFolder() {
  try {
    const folder = join(cacheFolder(), 'flowarden', `${version}-${digest}`);
    mkdirSync(folder, { recursive: true, mode: 0o700 });
    if (isOwn(folder)) {
      unpack(folder);
      return folder;
    }
  } catch {}
  const folder = mkdtempSync(join(tmpdir(), 'flowarden-'));
  chmodSync(folder, 0o700);
  process.on('exit', () => rmSync(folder, { recursive: true, force: true }));
  unpack(folder);
  return folder;
}

try {
  createRequire(join(installedFolder(), 'start.cjs'))('./start.cjs');
} catch (error) {
  process.stderr.write(
    `flowarden: its files cannot be unpacked: ${error.message}. Set ${
      process.platform === 'win32' ? 'LOCALAPPDATA' : 'XDG_CACHE_HOME'
    } to a folder that you can write.\n`,
  );
  // Not 1, which means that a workflow is blocked.
  process.exitCode = 2;
}
