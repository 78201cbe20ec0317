/** Compares a run with the baseline or the revision of its arguments. */
import { everyFinding } from '../../analysis/engine/findings/mistakes.ts';
import type { Finding } from '../../analysis/model/finding.ts';
import type { InputRun } from '../../analysis/report/file-outcome.ts';
import type { RunComparison } from '../../analysis/report/run-gate.ts';
import { reportsOf } from '../../analysis/report/verdict.ts';
import { printError } from '../../infra/logging/output.ts';
import { plural } from '../../text/format.ts';
import { earlierInputs } from '../git/earlier-inputs.ts';
import type { Arguments } from '../validate/arguments.ts';
import type { Input } from '../validate/inputs.ts';
import { runInputs } from '../validate/run-inputs.ts';
import { readBaseline } from './baseline-file.ts';
import { compareWithBaseline } from './baseline-run.ts';
import { type ChangedVersions, changedVersions } from './changed-versions.ts';
import { compareRun } from './compare-run.ts';
import { listedByState } from './list-by-state.ts';
import { locatedFindings, type PathOf } from './located-findings.ts';

/** Number of paths that a note names. */
const NAMES_MAX = 10;

/** Result of the comparison. */
export interface EarlierComparison {
  /** The runs, in which a known finding is listed apart from what another rule reports anew of the same mistake. */
  readonly runs: readonly InputRun<Input>[];
  /** Null: the arguments name nothing to compare with. */
  readonly comparison: RunComparison | null;
  /** Sentence about entries of the baseline that match nothing any more; null: none. */
  readonly stale: string | null;
  /** Both versions of the files that have changed; absent: no format draws them. */
  readonly versions?: ChangedVersions | undefined;
}

/** Compares a run with what its arguments name. @throws StartError (exit 2) when that cannot be read */
export async function compareWithEarlier(
  runs: readonly InputRun<Input>[],
  options: Arguments,
): Promise<EarlierComparison> {
  const { baseline, since, newOnly } = options.compare;
  if (since !== undefined) {
    const { compared, versions } = await compareWithRevision(runs, since, options);
    return { ...listedByState(runs, compared), stale: null, versions };
  }
  if (baseline === undefined) return { runs, comparison: null, stale: null };
  const { states, gone } = compareWithBaseline(runs, baseline, await readBaseline(baseline));
  const stale =
    gone.length === 0
      ? null
      : `${plural(gone.length, 'finding')} of the baseline ${gone.length === 1 ? 'is' : 'are'} gone. Remove ${gone.length === 1 ? 'it' : 'them'}: flowarden baseline prune.`;
  const compared = { against: baseline, states, goneCount: gone.length, newOnly };
  return { ...listedByState(runs, compared), stale };
}

/** Judges the files as they were at the revision, and compares with that. */
async function compareWithRevision(
  runs: readonly InputRun<Input>[],
  revision: string,
  options: Arguments,
): Promise<{ readonly compared: RunComparison; readonly versions: ChangedVersions | undefined }> {
  const { inputs, known, shown, unreadable, close } = await earlierInputs(runs, revision, options.leaveOut);
  const isDrawn = options.formats.some(({ format }) => format === 'html');
  const analyse = async () => ({
    earlier: await runInputs(inputs, options, known),
    versions: isDrawn ? await changedVersions(runs, inputs) : undefined,
  });
  const { earlier, versions } = await analyse().finally(close);
  if (unreadable.length > 0) printError(`${unreadableNote(unreadable)}\n`);
  const pathOf: PathOf = ({ realPath }, path) => `${realPath}\0${path}`;
  const { states, gone } = compareRun(runs, {
    findings: locatedFindings(earlier, pathOf),
    pathOf,
    canBeKnown: () => true,
    isThere: () => false,
    isWithin: () => true,
  });
  const goneByRule = new Set(gone.map(({ finding }) => finding));
  const isGone = (finding: Finding): boolean => everyFinding([finding]).every((own) => goneByRule.has(own));
  const goneCount = earlier.flatMap(mistakesIn).filter((copies) => copies.every(isGone)).length;
  const compared = { against: shown, states, goneCount, newOnly: options.compare.newOnly };
  return { compared, versions };
}

/** Returns the findings of a run, those in copies of one element together: they are gone with the last of them. */
function mistakesIn(run: InputRun): readonly (readonly Finding[])[] {
  const listed = [...run.across, ...reportsOf(run).flatMap(({ report }) => report.findings)];
  return [...Map.groupBy(listed, (finding) => finding.contentKey ?? finding).values()];
}

function unreadableNote(paths: readonly string[]): string {
  const names = paths.slice(0, NAMES_MAX).map((path) => JSON.stringify(path));
  const more = paths.length > NAMES_MAX ? ` and ${paths.length - NAMES_MAX} more` : '';
  return `The earlier version of ${plural(paths.length, 'file')} is not in the Git repository itself (Git LFS or a filter stores it elsewhere), so all findings there count as new: ${names.join(', ')}${more}.`;
}
