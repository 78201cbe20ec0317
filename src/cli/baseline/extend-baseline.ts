/** Entries of a baseline after a run: those of its findings, and the earlier ones that the run says nothing about. */
import { dirname, resolve } from 'node:path';
import type { InputRun } from '../../analysis/report/file-outcome.ts';
import { type BaselineEntry, canBeKnown, entryOf } from './baseline-file.ts';
import type { ComparedRun } from './compare-run.ts';
import { locatedFindings, pathsFrom } from './located-findings.ts';

/** Facts that entries are written with. */
interface Addition {
  /** Path of the baseline. */
  readonly file: string;
  readonly entries: readonly BaselineEntry[];
  readonly reason: string | undefined;
  /** Day as `2026-11-23`. */
  readonly today: string;
}

/** Baseline after a run. */
export interface ExtendedBaseline {
  readonly entries: readonly BaselineEntry[];
  readonly addedCount: number;
  /** Findings that can never be known. */
  readonly rejectedCount: number;
}

/** Adds the findings of a run that are not waived; those that were known keep their day and reason. */
export function extendBaseline(
  runs: readonly InputRun[],
  { states, known: { matches } }: ComparedRun<BaselineEntry>,
  { file, entries, reason, today }: Addition,
): ExtendedBaseline {
  const located = locatedFindings(runs, pathsFrom(dirname(resolve(file))));
  const open = located.filter(({ finding }) => finding.exceptionStatus !== 'approved');
  const possible = open.filter(({ finding }) => canBeKnown(finding));
  const replaced = new Set(possible.flatMap(({ finding }) => matches.get(finding) ?? []));
  const present = possible.map(({ path, finding }) => {
    const before = states.get(finding) === 'unchanged' ? matches.get(finding) : undefined;
    return before === undefined
      ? entryOf(path, finding, today, reason)
      : entryOf(path, finding, before.since, before.reason);
  });
  return {
    entries: [...entries.filter((entry) => !replaced.has(entry)), ...present],
    addedCount: possible.filter(({ finding }) => states.get(finding) !== 'unchanged').length,
    rejectedCount: open.length - possible.length,
  };
}
