/** Names of pulled files: any name of a platform becomes a path that every system takes, and no two become one. */
import { createHash } from 'node:crypto';
import type { RemoteArtefact } from '../../remotes/remote.ts';

const SEGMENT_CHARACTERS_MAX = 100;
/** File systems take 255 bytes; digests and an extension follow. */
const SEGMENT_BYTES_MAX = 200;
/** Names that mean devices on Windows. */
const DEVICE = /^(?:con|prn|aux|nul|(?:com|lpt)[\d¹²³]) *(?:\.|$)/i;

/** Returns the path of each artefact below the folder of a pull, with `/`, by its key. It is the same in every version. */
export function pulledPaths(artefacts: readonly RemoteArtefact[]): ReadonlyMap<string, string> {
  const taken = new Set<string>();
  const paths = new Map<string, string>();
  for (const { key, group, name } of artefacts) {
    const plain = `${segmentOf(group)}/${segmentOf(name)}`;
    // Some file systems take names that differ in case or composition for one.
    let path = plain;
    // Another package may have the digest in its name.
    for (let text = key; taken.has(comparable(path)); text = path) path = `${plain}-${digestOf(text)}`;
    taken.add(comparable(path));
    paths.set(key, `${path}.nupkg`);
  }
  return paths;
}

const comparable = (path: string): string => path.normalize('NFC').toLowerCase();
const digestOf = (text: string): string => createHash('sha256').update(text).digest('hex').slice(0, 8);

/** Returns the text as one segment of a path. A text that has to be changed gets its digest. */
function segmentOf(text: string): string {
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
