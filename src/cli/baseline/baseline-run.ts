/** Compares a run with a baseline file. */
import { existsSync, statSync } from 'node:fs';
import { dirname, resolve } from 'node:path';
import type { InputRun } from '../../analysis/report/file-outcome.ts';
import { isInside } from '../system-path.ts';
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
    isThere: (path) => isThere(resolve(folder, path)),
    // A file elsewhere may have a new name: only a run over both sees that.
    isWithin: (path) => given.some((input) => isInside(resolve(folder, path), input)),
  });
}

/** Returns whether a file, or the archive that its path continues, is there. */
function isThere(path: string): boolean {
  let at = path;
  while (!existsSync(at) && dirname(at) !== at) at = dirname(at);
  return at === path || (existsSync(at) && statSync(at).isFile());
}
