/** Zips of Blue Prism files, made by people who export every process and object on its own. */
import { AppError } from '../../../errors.ts';
import type { FileKind } from '../../model/kinds/file-kind.ts';
import type { Workflow } from '../../model/workflow.ts';
import type { Archive, InputFile } from '../input-file.ts';
import { readArchiveMember } from '../zip/archive-member.ts';
import { isFromMacos } from '../zip/foreign-members.ts';
import { recogniseDocument } from './recognise.ts';

/** Endings that nothing but Blue Prism uses: such a member counts even when it is damaged. */
const OWN_ENDING = /\.bp(?:release|process|object)$/i;
/** The ending of single exports in older versions, and of thousands of other things. */
const XML_ENDING = /\.xml$/i;
/** Text at the beginning of every export; a search for it avoids reading whole documents of other products. */
const MARKERS = ['bpversion=', 'blueprism.co.uk/product/'];
const MARKER_BYTES = 64 * 1024;

function hasMarker(file: InputFile): boolean {
  const start = file.bytes.subarray(0, MARKER_BYTES);
  return file.syntax === 'xml' && MARKERS.some((marker) => start.includes(marker));
}

/** Returns the members that can be exports by their names, those with Blue Prism's own endings first. */
function candidates({ paths }: Archive): string[] {
  const own = paths.filter((path) => OWN_ENDING.test(path) && !isFromMacos(path));
  return [...own, ...paths.filter((path) => XML_ENDING.test(path) && !isFromMacos(path))];
}

/** Returns whether a member is an export, or is named like one; stops at the first. */
export function isReleaseArchive(archive: Archive): boolean {
  return candidates(archive).some((path) => {
    if (OWN_ENDING.test(path)) return true;
    try {
      const file = archive.open(path);
      return hasMarker(file) && recogniseDocument(file.xml()) !== undefined;
    } catch (error) {
      // A damaged member does not make the archive one of this product.
      if (error instanceof AppError) return false;
      throw error;
    }
  });
}

/**
 * Reads every export of an archive, in the order of the archive. Members that are damaged, or that only have the name
 * of an export, become workflows of kind `unreadable`; everything else in the archive is passed over.
 */
export function readReleaseArchive(
  archive: Archive,
  read: (file: InputFile, kind: FileKind) => readonly Workflow[],
): Workflow[] {
  const wanted = new Set(candidates(archive));
  const workflows: Workflow[] = [];
  for (const path of archive.paths) {
    if (!wanted.has(path)) continue;
    const readFile = (file: InputFile): readonly Workflow[] => {
      const isOwn = OWN_ENDING.test(path);
      if (!isOwn && !hasMarker(file)) return [];
      const kind = file.syntax === 'xml' ? recogniseDocument(file.xml()) : undefined;
      if (kind !== undefined) return read(file, kind);
      if (!isOwn) return [];
      throw new AppError('unparsable_file', `"${path}" is not a process, object or release of Blue Prism.`);
    };
    for (const workflow of readArchiveMember('blue-prism', path, () => archive.open(path), readFile))
      workflows.push(workflow);
  }
  return workflows;
}
