/** Decides from the first bytes and the path of a file whether it is read. */
import { mayBeArtefact } from './artefacts/recognise-artefact.ts';
import { mayHaveComments } from './json/comments.ts';
import { isKindPath, type KindReader } from './kinds/kind-reader.ts';
import { mayBeRobin } from './power-automate/desktop/recognise.ts';
import { POWER_AUTOMATE_KINDS } from './power-automate/kinds/kinds.ts';
import { isYamlManifestPath } from './power-automate/yaml-manifest.ts';
import { UIPATH_KINDS } from './uipath/kinds/kinds.ts';
import { isSideFile } from './uipath/parts/side-file.ts';

/** Enough for a byte-order mark and blank lines before the first significant character. */
export const SNIFF_BYTES = 512;

/** Kinds whose files begin with any characters. */
const WITHOUT_START: readonly KindReader[] = [...UIPATH_KINDS, ...POWER_AUTOMATE_KINDS].filter(
  ({ syntax }) => syntax === 'other',
);

/**
 * Returns whether a file may be a workflow by its first bytes, or something known by its path.
 * @param sizeBytes of the whole file
 */
export function isCandidate(start: Uint8Array, path: string, sizeBytes = start.byteLength): boolean {
  if (start.byteLength === 0) return false;
  if (mayBeArtefact(path) || isKindPath(WITHOUT_START, path) || isSideFile(path, sizeBytes)) return true;
  if (isYamlManifestPath(path)) return true;
  // NULs are dropped so that UTF-16 text shows its first character like any other.
  const text = Buffer.from(start.subarray(0, SNIFF_BYTES).filter((byte) => byte !== 0))
    .toString('latin1')
    .replace(/^(?:\xef\xbb\xbf|\xff\xfe|\xfe\xff)/, '')
    .trimStart();
  return /^(?:[<{[]|PK)/.test(text) || (/^\/[/*]/.test(text) && mayHaveComments(path)) || mayBeRobin(text);
}

/** Returns the error for a file that could not be a workflow. */
export function whyNoCandidate(sizeBytes: number): {
  readonly code: 'empty_file' | 'unsupported_file_type';
  readonly message: string;
} {
  return sizeBytes === 0
    ? { code: 'empty_file', message: 'The file is empty.' }
    : {
        code: 'unsupported_file_type',
        message: 'The file is no XML, no JSON, no zip and no script of a desktop flow.',
      };
}
