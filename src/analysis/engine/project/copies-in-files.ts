/** Lists a finding in copies of one element, in several files of a project, once. */
import { SEVERITIES, type Severity } from '../../model/rule.ts';
import { comparePaths } from '../findings/copies.ts';

/** Finding of a file, as far as copies need it. */
export interface Copied {
  /** Equal for the findings that are listed as one: those of one content and one state. */
  readonly key: string;
  /** Path of the file in the project. */
  readonly file: string;
  readonly severity: Severity;
}

/** Finding that is listed, and those that are listed as it. */
export interface ListedOnce<Entry> {
  readonly listed: Entry;
  /** In the order of their paths. */
  readonly others: readonly [Entry, ...Entry[]];
}

/** Most findings of a project that are compared, as all of them are in memory. Above that, each copy is listed. */
export const COMPARED_MAX = 200_000;

/**
 * Chooses the finding that stands for each set of copies: a most severe one, so that it blocks what any of them blocks.
 * Findings without copies are left out.
 */
export function foldFiles<Entry extends Copied>(entries: readonly Entry[]): readonly ListedOnce<Entry>[] {
  if (entries.length > COMPARED_MAX) return [];
  return [...Map.groupBy(entries, ({ key }) => key).values()].flatMap((copies) => {
    const byPath = copies.toSorted((a, b) => comparePaths(a.file, b.file));
    const worst = SEVERITIES.find((severity) => copies.some((copy) => copy.severity === severity));
    const listed = byPath.find(({ severity }) => severity === worst)!;
    const [first, ...others] = byPath.filter((copy) => copy !== listed);
    return first === undefined ? [] : [{ listed, others: [first, ...others] }];
  });
}
