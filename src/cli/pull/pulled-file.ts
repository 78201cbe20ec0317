/** Names of pulled files: any name of a platform becomes a path that every system takes, and no two become one. */
import { createHash } from 'node:crypto';
import { lstat, mkdir } from 'node:fs/promises';
import { join, relative, sep } from 'node:path';
import { StartError } from '../../infra/process/start-error.ts';
import type { RemoteArtefact } from '../../remotes/remote.ts';
import { comparable } from '../../text/comparable-path.ts';

const SEGMENT_CHARACTERS_MAX = 100;
/** File systems take 255 bytes; digests and an extension follow. */
const SEGMENT_BYTES_MAX = 200;
/** Names that mean devices on Windows. */
const DEVICE = /^(?:con|prn|aux|nul|(?:com|lpt)[\d¹²³]) *(?:\.|$)/i;

/**
 * Returns the path of each artefact below the folder of a pull, with `/`, by its key. It is the same in every version.
 * @param extension end of the paths, with the dot
 */
export function pulledPaths(
  artefacts: readonly RemoteArtefact[],
  extension: string,
): ReadonlyMap<string, string> {
  const taken = new Set<string>();
  const paths = new Map<string, string>();
  for (const { key, group, name } of artefacts) {
    const plain = `${segmentOf(group)}/${segmentOf(name)}`;
    // Some file systems take names that differ in case or composition for one.
    let path = plain;
    // Another package may have the digest in its name.
    for (let text = key; taken.has(comparable(path)); text = path) path = `${plain}-${digestOf(text)}`;
    taken.add(comparable(path));
    paths.set(key, `${path}${extension}`);
  }
  return paths;
}

const digestOf = (text: string): string => createHash('sha256').update(text).digest('hex').slice(0, 8);

/** Returns the text as one segment of a path. A text that has to be changed gets its digest. */
export function segmentOf(text: string): string {
  const clean = beginningOf(text.toWellFormed().replace(/[^\p{L}\p{N}\p{M}._ -]/gu, '_')).replace(
    /^[. ]|[. ]$/g,
    '_',
  );
  const safe = DEVICE.test(clean) || clean === '' ? `_${clean}` : clean;
  return safe === text ? safe : `${safe}-${digestOf(text)}`;
}

function beginningOf(text: string): string {
  const bytes = Buffer.from(text.slice(0, SEGMENT_CHARACTERS_MAX)).subarray(0, SEGMENT_BYTES_MAX);
  return new TextDecoder().decode(bytes, { stream: true });
}

/**
 * Makes a folder below that of a pull. A folder that comes out of a repository may hold links, which would lead bytes elsewhere.
 * @throws StartError (exit 2) for a link
 */
export async function makeFolder(root: string, path: string): Promise<void> {
  await mkdir(root, { recursive: true });
  let at = root;
  for (const name of relative(root, path).split(sep)) {
    at = join(at, name);
    await mkdir(at, { recursive: true });
    if (!(await lstat(at)).isDirectory())
      throw new StartError(`${JSON.stringify(at)} is a link. Remove it, or choose another folder.`, 2);
  }
}
