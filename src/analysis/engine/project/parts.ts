/** Facts of files that hold no workflow, or none that can be read. */
import { AppError } from '../../../errors.ts';
import type { Platform } from '../../model/platform.ts';
import type { FileFacts, WorkflowFacts } from '../../model/project.ts';
import type { Workflow } from '../../model/workflow.ts';
import type { InputFile } from '../../platforms/input-file.ts';
import { PLATFORM_READERS } from '../../platforms/read-workflows.ts';
import { collectFacts, type Gatherer } from './collect-facts.ts';

/** Reads the project parts in a file, of one platform or of all; none when the file is no part, or a damaged one. */
export function readParts(file: InputFile, platform?: Platform): readonly Workflow[] {
  const readers = PLATFORM_READERS.filter((reader) => platform === undefined || reader.platform === platform);
  return readers.flatMap(({ readParts: read }) => {
    try {
      return read?.(file) ?? [];
    } catch (error) {
      if (!(error instanceof AppError)) throw error;
      return [];
    }
  });
}

/** Returns the facts of an unreadable project file, which still marks the root of a project. */
function brokenProject(path: string): WorkflowFacts {
  const place = { names: [path], path: '/', line: 1, column: 1, elementKey: '', pathKey: '', type: '' };
  return {
    platform: 'uipath',
    kind: 'unreadable',
    language: 'visual-basic',
    file: path,
    name: path,
    artifactKey: path,
    settings: {},
    start: { at: 0, owner: -1, name: '', place },
    arguments: [],
    calls: [],
    pages: [],
    references: [],
    clues: {},
  };
}

/** Returns the project facts of a file that was rejected. */
export function factsOfRejected(file: InputFile, path: string, gatherers: readonly Gatherer[]): FileFacts {
  if (file.name.toLowerCase() === 'project.json' && !isJson(file))
    return { workflows: [brokenProject(path)] };
  const parts = readParts(file);
  return { workflows: parts.map((part) => collectFacts(part, gatherers, { path, hasCallers: false })) };
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
