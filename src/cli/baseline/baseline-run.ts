/** Compares a run with a baseline file. */
import { existsSync } from 'node:fs';
import { dirname, resolve } from 'node:path';
import type { InputRun } from '../../analysis/report/file-outcome.ts';
import { isInside } from '../validate/walk-folder.ts';
import { type BaselineEntry, canBeKnown } from './baseline-file.ts';
import { type ComparedRun, compareRun } from './compare-run.ts';
import { pathsFrom } from './located-findings.ts';

/** Compares a run with the entries of a baseline file. */
export function compareWithBaseline(
  runs: readonly InputRun[],
  file: string,
  entries: readonly BaselineEntry[],
): ComparedRun<BaselineEntry> {
  const folder = dirname(resolve(file));
  const given = runs.map(({ input }) => resolve(input.name));
  return compareRun(runs, {
    findings: entries.map((finding) => ({ path: finding.path, finding })),
    pathOf: pathsFrom(folder),
    canBeKnown,
    // A file elsewhere may have a new name: only a run over both sees that.
    isGone: (path) => {
      const full = resolve(folder, path);
      return given.some((input) => isInside(full, input)) && !existsSync(full);
    },
  });
}
