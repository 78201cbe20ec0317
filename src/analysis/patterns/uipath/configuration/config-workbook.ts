/** The workbook that fills the dictionary of settings of a project, and what the workflows say about its keys. */
import type { FoundClue, ProjectSubject, WorkflowFacts } from '../../../model/project.ts';
import { projectFileOf } from '../project-file.ts';
import type { ConfigClue } from './config-keys.ts';

/** A clue with what it says. */
export type ConfigFact = FoundClue & { readonly about: ConfigClue };

/** Workbook of a project with everything that is said about its settings. */
export interface ConfigWorkbook {
  readonly file: WorkflowFacts;
  /** Its name as the file has it. */
  readonly fileName: string;
  /** Names of the settings. */
  readonly names: readonly ConfigFact[];
  /** Places of workflows that read or set keys. */
  readonly keys: readonly ConfigFact[];
}

const lastPart = (path: string): string => path.slice(path.lastIndexOf('/') + 1);

/**
 * Returns the workbook of a project; undefined where it has none, where no workflow names it, and where it has several,
 * each of which may fill a dictionary of its own.
 */
export function configWorkbookOf(project: ProjectSubject): ConfigWorkbook | undefined {
  if (!project.isWhole || projectFileOf(project) === undefined) return undefined;
  const found = project.clues.map((clue): ConfigFact => ({ ...clue, about: clue.data as ConfigClue }));
  const named = new Set(found.flatMap(({ about }) => (about.kind === 'file' ? [about.name] : [])));
  const names = found.filter(
    ({ in: { file }, about }) => about.kind === 'name' && named.has(lastPart(file).toLowerCase()),
  );
  const [first] = names;
  if (first === undefined || names.some(({ in: file }) => file !== first.in)) return undefined;
  if (!names.some(({ about }) => about.kind === 'name' && about.isStandard)) return undefined;
  const keys = found.filter(({ about }) => about.kind !== 'name' && about.kind !== 'file');
  return { file: first.in, fileName: lastPart(first.in.file), names, keys };
}

/** Parts of a name that are taken for beginnings: a long name has as many as it has characters. */
const BEGINNINGS_MAX = 8;

/**
 * Returns a check whether a key begins one of the names, or begins with one: the workflow that fills the dictionary
 * may cut `-TEST` off, or add `_Password`.
 */
export function kinOf(names: ReadonlySet<string>): (key: string) => boolean {
  const beginnings = (name: string): string[] =>
    [...name.matchAll(/[-_. ]/g)].slice(0, BEGINNINGS_MAX).map(({ index }) => name.slice(0, index));
  const begun = new Set([...names].flatMap(beginnings));
  return (key) => begun.has(key) || beginnings(key).some((beginning) => names.has(beginning));
}
