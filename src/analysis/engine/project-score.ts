/**
 * `project-score-v1`: the health of a project as one integer from 1 to 100, 100 being clean.
 *
 * A band by the worst counted severity gives the top and how many points the files can cost below it. Of these, the mean
 * loss of a file takes its square root, so that small improvements show near the top. In the lower bands each full tenth
 * of the files with a high or critical finding costs a point more, and so does each of the first 20 critical findings.
 * Only integers and constants; the order does not matter. One more finding never raises it, and one more clean file
 * never lowers it. docs/scores.md explains it with examples.
 */
import { countTally, type Tally } from '../model/measures/tally.ts';
import { addTallies, type Scored, tallyOf, uncappedScore } from './score.ts';

/** Version of the formula, stored with each project's result. */
export const PROJECT_SCORE_VERSION = 'project-score-v1';

/** Upper bound of a project's score, and the maximum number of points that the mean loss of its files subtracts. */
interface Band {
  readonly top: number;
  readonly span: number;
}

/** Spans end where the next band can start, so that a finding of the next severity never raises the score. */
const CLEAN_OR_MILD: Band = { top: 100, span: 69 };
/** At least one point of the span is always lost, which makes the caps 79 and 49. */
const HIGH: Band = { top: 80, span: 49 };
const CRITICAL: Band = { top: 51, span: 20 };

/** Number of critical findings that cost a point each. */
const CRITICALS_MAX = 20;
/** Maximum loss of a file: its score is at least 1. */
const LOSS_MAX = 99;
const TENTHS = 10;

/** Input of a project's score. */
export interface ScoredProject {
  /** Files with a result, the clean ones included; at least 1. */
  readonly fileCount: number;
  /** Clean files may be left out. */
  readonly files: Iterable<{ readonly path: string; readonly tally: Tally }>;
  /** Findings across files; each counts in the file that its location names first. */
  readonly across: readonly Scored[];
}

/** Yields the tallies of the files, with those of findings across files added. */
function* talliesOf({ files, across }: ScoredProject): Generator<Tally> {
  const byPath = Map.groupBy(across, ({ location }) => location.names[0] ?? '');
  for (const { path, tally } of files) {
    const more = byPath.get(path);
    yield more === undefined ? tally : addTallies([tally, tallyOf(more)]);
    byPath.delete(path);
  }
  for (const findings of byPath.values()) yield tallyOf(findings);
}

/** Returns the score of a project, 1 to 100. Hotspots and waived findings do not count. */
export function scoreOfProject(project: ScoredProject): number {
  const { fileCount } = project;
  let loss = 0;
  let severeFiles = 0;
  let criticals = 0;
  for (const tally of talliesOf(project)) {
    const { critical, high } = countTally(tally);
    loss += 100 - uncappedScore(tally);
    criticals += critical;
    if (critical + high > 0) severeFiles += 1;
  }
  const { top, span } = criticals > 0 ? CRITICAL : severeFiles > 0 ? HIGH : CLEAN_OR_MILD;
  // Findings in files without a result count on top of those in the counted files.
  const tenths = Math.floor((TENTHS * Math.min(severeFiles, fileCount)) / fileCount);
  const lost = pointsLost(span, Math.min(loss, LOSS_MAX * fileCount), LOSS_MAX * fileCount);
  return top - lost - tenths - Math.min(criticals, CRITICALS_MAX);
}

/** Returns `span` times the square root of `loss / lossMax`, rounded up. */
function pointsLost(span: number, loss: number, lossMax: number): number {
  let points = 0;
  while (points * points * lossMax < span * span * loss) points += 1;
  return points;
}
