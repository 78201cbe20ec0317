/** Finds the artefacts in an upload: the file itself, or the members of an archive that no reader took. */
import { AppError } from '../../../errors.ts';
import type { InputFile } from '../input-file.ts';
import type { Artefact } from './artefact.ts';
import { artefactsInManifest } from './manifest-artefacts.ts';
import { isArtefactPath, mayHoldMore, recogniseArtefact } from './recognise-artefact.ts';

const NESTED = /\.(?:zip|nupkg)$/i;

/** Returns whether a path is that of an archive that may hold workflows. */
export const isNestedArchive = (path: string): boolean => NESTED.test(path);

const NOTHING_READ: ReadonlySet<string> = new Set();
const CODED_ARGUMENTS = /\.cs\.json$/i;
const codeOf = (path: string): string => path.replace(/\.json$/i, '');
const MANIFEST = /(?:^|\/)manifest\.json$/i;

/** Returns the artefacts of a file that is read by itself, or of a manifest. */
function inPlainFile(file: InputFile): readonly Artefact[] {
  // Studio writes a list of arguments beside each coded workflow, also beside one whose code does not say that it is one.
  if (CODED_ARGUMENTS.test(file.path) && file.syntax === 'json')
    return [{ path: codeOf(file.path), kind: 'coded-workflow' }];
  const kind = recogniseArtefact(file);
  return kind === undefined ? artefactsInManifest(file) : [{ path: file.path, kind }];
}

/** Reads a member, or returns nothing when it cannot be unpacked: the reader of the archive reports that. */
function inMember(open: () => InputFile, isRead: (path: string) => boolean): readonly Artefact[] {
  try {
    return findArtefacts(open(), isRead);
  } catch (error) {
    if (!(error instanceof AppError)) throw error;
    return [];
  }
}

/**
 * Returns the artefacts of a file; of an archive those of its members, also in archives inside.
 * @param isRead returns whether a reader has taken the file with this path
 */
export function findArtefacts(
  file: InputFile,
  isRead: (path: string) => boolean = (path) => NOTHING_READ.has(path),
): readonly Artefact[] {
  if (file.syntax !== 'zip') return inPlainFile(file);
  const own = recogniseArtefact(file);
  if (own !== undefined) return [{ path: file.path, kind: own }];
  const { paths, open, canNest } = file.archive();
  return paths.flatMap((path): readonly Artefact[] => {
    if (isRead(path) && !mayHoldMore(path)) return [];
    if (CODED_ARGUMENTS.test(path) && isRead(codeOf(path))) return [];
    if (isNestedArchive(path)) {
      if (!canNest) return [{ path, kind: 'nested-archive' }];
      const within = inMember(
        () => open(path),
        (inner) => isRead(`${path}/${inner}`),
      );
      return within.map((one) => (one.path === path ? one : { ...one, path: `${path}/${one.path}` }));
    }
    return isArtefactPath(path) || MANIFEST.test(path) || CODED_ARGUMENTS.test(path)
      ? inMember(() => open(path), isRead)
      : [];
  });
}
