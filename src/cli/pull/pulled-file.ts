/** Names of pulled files: any name of a platform becomes a path that every system takes, and no two become one. */
import { createHash } from 'node:crypto';
import type { RemoteArtefact } from '../../remotes/remote.ts';

const SEGMENT_CHARACTERS_MAX = 100;
/** Names that mean devices on Windows. */
const DEVICE = /^(?:con|prn|aux|nul|com\d|lpt\d)(?:\.|$)/i;

/** Returns the path of each artefact below the folder of a pull, with `/`, by its key. It is the same in every version. */
export function pulledPaths(artefacts: readonly RemoteArtefact[]): ReadonlyMap<string, string> {
  const taken = new Set<string>();
  const paths = new Map<string, string>();
  for (const { key, group, name } of artefacts) {
    const plain = `${segmentOf(group)}/${segmentOf(name)}`;
    // Some file systems take names that differ in case or composition for one.
    const path = taken.has(comparable(plain)) ? `${plain}-${digestOf(key)}` : plain;
    taken.add(comparable(path));
    paths.set(key, `${path}.nupkg`);
  }
  return paths;
}

const comparable = (path: string): string => path.normalize('NFC').toLowerCase();
const digestOf = (text: string): string => createHash('sha256').update(text).digest('hex').slice(0, 8);

/** Returns the text as one segment of a path. A text that has to be changed gets its digest. */
function segmentOf(text: string): string {
  const clean = text
    .toWellFormed()
    .replace(/[^\p{L}\p{N}\p{M}._ -]/gu, '_')
    .slice(0, SEGMENT_CHARACTERS_MAX)
    .toWellFormed()
    .replace(/^[. ]|[. ]$/g, '_');
  const safe = DEVICE.test(clean) || clean === '' ? `_${clean}` : clean;
  return safe === text ? safe : `${safe}-${digestOf(text)}`;
}
