/** Facts of files that hold no workflow, or none that can be read. */
import { AppError } from '../../../errors.ts';
import type { Platform } from '../../model/platform.ts';
import type { FileFacts, WorkflowFacts } from '../../model/project.ts';
import type { Workflow } from '../../model/workflow.ts';
import type { Artefact } from '../../platforms/artefacts/artefact.ts';
import { ARTEFACT_KINDS } from '../../platforms/artefacts/artefact-kinds.ts';
import { findArtefacts, isNestedArchive } from '../../platforms/artefacts/find-artefacts.ts';
import { revised } from '../../platforms/draft.ts';
import type { InputFile } from '../../platforms/input-file.ts';
import { PLATFORM_READERS } from '../../platforms/read-workflows.ts';
import { memberPath } from '../../platforms/zip/archive-member.ts';
import { collectFacts, type Gatherer } from './collect-facts.ts';

/** Reads the project parts in a file, of one platform or of all; none when the file is no part, or a damaged one. */
export function readParts(file: InputFile, platform?: Platform): readonly Workflow[] {
  const readers = PLATFORM_READERS.filter((reader) => platform === undefined || reader.platform === platform);
  const own = readers.flatMap(({ readParts: read }) => readOrNone(() => read?.(file) ?? []));
  return file.syntax === 'zip' ? [...own, ...readOrNone(() => partsInside(file, platform))] : own;
}

/** Reads the parts of the archives inside an archive, each under its path in them. */
function partsInside(file: InputFile, platform: Platform | undefined): readonly Workflow[] {
  const { paths, open, canNest } = file.archive();
  if (!canNest) return [];
  return paths.filter(isNestedArchive).flatMap((path) => {
    const parts = readOrNone(() => readParts(open(path), platform));
    return parts.map((part) => revised(part, { file: memberPath(path, part.file) }));
  });
}

/** Reads parts, or returns none when the file is damaged: the reader of the file itself reports that. */
function readOrNone(read: () => readonly Workflow[]): readonly Workflow[] {
  try {
    return read();
  } catch (error) {
    if (!(error instanceof AppError)) throw error;
    return [];
  }
}

/** Returns facts of a file that is known by its path alone. */
function bareFacts(
  path: string,
  facts: Pick<WorkflowFacts, 'platform' | 'kind' | 'settings'>,
): WorkflowFacts {
  const place = { names: [path], path: '/', line: 1, column: 1, elementKey: '', pathKey: '', type: '' };
  return {
    ...facts,
    language: 'visual-basic',
    file: path,
    name: path,
    artifactKey: path,
    start: { at: 0, owner: -1, name: '', place },
    arguments: [],
    calls: [],
    pages: [],
    references: [],
    clues: {},
  };
}

/** Returns the facts of an unreadable project file, which still marks the root of a project. */
const brokenProject = (path: string): WorkflowFacts =>
  bareFacts(path, { platform: 'uipath', kind: 'unreadable', settings: {} });

/** Returns the facts of a file that is known but not analysed: its kind stands in its settings. */
export const unanalysedFacts = ({ path, kind }: Artefact): WorkflowFacts =>
  bareFacts(path, {
    platform: ARTEFACT_KINDS[kind].platform,
    kind: 'unanalysed',
    settings: { artefact: kind },
  });

/** Returns an artefact under its path in the project: members of an archive stand below that. */
const placed = (artefact: Artefact, { syntax }: InputFile, path: string): Artefact =>
  syntax === 'zip' && artefact.path !== path
    ? { ...artefact, path: memberPath(path, artefact.path) }
    : artefact;

/** Returns the platform of a file that was read as a part of its project, by its facts; undefined for any other file. */
export function platformOfPart(facts: FileFacts | null | undefined): Platform | undefined {
  // A text or a script may stand beside workflows of any platform.
  return facts?.workflows.find(({ kind }) => kind !== 'unanalysed' && kind !== 'uipath-side-file')?.platform;
}

/** Returns the project facts of a file that was rejected. */
export function factsOfRejected(file: InputFile, path: string, gatherers: readonly Gatherer[]): FileFacts {
  if (file.name.toLowerCase() === 'project.json' && !isJson(file))
    return { workflows: [brokenProject(path)] };
  const parts = readParts(file).map((part) => collectFacts(part, gatherers, { path, hasCallers: false }));
  const left = findArtefacts(file).map((artefact) => unanalysedFacts(placed(artefact, file, path)));
  return { workflows: [...parts, ...left] };
}

function isJson(file: InputFile): boolean {
  try {
    file.json();
    return true;
  } catch (error) {
    if (!(error instanceof AppError)) throw error;
    return false;
  }
}
