/**
 * `score-v1`: the health of a file as one integer from 1 to 100, 100 being clean.
 *
 * Each counted finding has a weight in milli-points. Within a family (a rule, or the rules of one dedupe group) the
 * i-th finding counts weight / i, so that a repeated style problem costs O(log n). The score falls by half for each
 * 60,000 of debt; a critical finding caps it at 49, a high one at 79. Only integers and constants: all machines agree,
 * the order does not matter, and one more finding never raises it.
 */
import type { Finding } from '../model/finding.ts';
import type { Tally } from '../model/measures/tally.ts';
import { SEVERITIES, type Severity } from '../model/rule.ts';

/** Version of the formula, stored with each result. */
export const SCORE_VERSION = 'score-v1';

const WEIGHTS: Readonly<Record<Severity, number>> = {
  critical: 40_000,
  high: 15_000,
  medium: 4_000,
  low: 1_000,
};
const CAPS: Readonly<Partial<Record<Severity, number>>> = { critical: 49, high: 79 };

/** Entry `s - 1` is the largest debt that still scores `s`: floor(60,000 · log2(100 / (s − 0.5))). */
const DEBT_MAX: readonly number[] = [
  458631, 363533, 319315, 290190, 268435, 251065, 236604, 224217, 213383, 203755, 195092, 187217, 180000,
  173338, 167152, 161379, 155967, 150874, 146064, 141507, 137178, 133055, 129120, 125356, 121748, 118285,
  114956, 111749, 108657, 105672, 102787, 99994, 97289, 94666, 92119, 89646, 87241, 84902, 82624, 80404,
  78240, 76129, 74067, 72054, 70087, 68163, 66281, 64440, 62636, 60869, 59138, 57441, 55776, 54143, 52540,
  50966, 49420, 47901, 46409, 44942, 43499, 42080, 40684, 39310, 37957, 36625, 35314, 34022, 32749, 31494,
  30258, 29039, 27836, 26651, 25481, 24327, 23188, 22063, 20954, 19858, 18776, 17707, 16652, 15609, 14578,
  13560, 12553, 11558, 10575, 9602, 8640, 7689, 6748, 5817, 4896, 3985, 3083, 2191, 1308, 433,
];

/** Score of a file without findings. */
const SCORE_MAX = 100;

/** Input of the score from each finding. */
export type Scored = Pick<Finding, 'ruleId' | 'severity' | 'kind' | 'dedupeGroup' | 'exceptionStatus'> & {
  /** Of the names only the first one, the file in an archive: equal paths in two files are two places. */
  readonly location: Pick<Finding['location'], 'names' | 'path' | 'elementPath'>;
};

/** Returns a key that is equal for findings of a dedupe group at one place. The lengths separate the parts. */
export function scoredPlaceOf({
  dedupeGroup,
  location: { names, path, elementPath = path },
}: Scored): string {
  const [outer = ''] = names;
  return `${dedupeGroup.length} ${outer.length} ${dedupeGroup}${outer}${elementPath}`;
}

function counts(finding: Scored): boolean {
  return finding.kind === 'issue' && finding.exceptionStatus !== 'approved';
}

/**
 * Returns the severities that count, by family. Problems that several rules of a dedupe group report at one place are
 * one weakness for as many findings as the busiest of them has there, each at the worst: they name it by different
 * subjects.
 */
function severitiesByFamily(findings: Iterable<Scored>): Map<string, Severity[]> {
  const families = new Map<string, Severity[]>();
  const places = new Map<string, { readonly family: string; readonly byRule: Map<string, Severity[]> }>();
  for (const finding of findings) {
    if (!counts(finding)) continue;
    const { dedupeGroup: family, ruleId, severity } = finding;
    if (family === ruleId) {
      push(families, family, severity);
      continue;
    }
    const key = scoredPlaceOf(finding);
    let place = places.get(key);
    if (place === undefined) {
      place = { family, byRule: new Map() };
      places.set(key, place);
    }
    push(place.byRule, ruleId, severity);
  }
  for (const { family, byRule } of places.values()) {
    for (const severity of worstOfEach([...byRule.values()])) push(families, family, severity);
  }
  return families;
}

function push(lists: Map<string, Severity[]>, key: string, severity: Severity): void {
  const list = lists.get(key);
  if (list) list.push(severity);
  else lists.set(key, [severity]);
}

/** Returns the worst severity of all rules' worst, of all their second worst, and so on. */
function worstOfEach(rules: readonly Severity[][]): Severity[] {
  const byWeight = (a: Severity, b: Severity) => WEIGHTS[b] - WEIGHTS[a];
  const sorted = rules.map((severities) => severities.toSorted(byWeight));
  const longest = Math.max(...sorted.map(({ length }) => length));
  return Array.from(
    { length: longest },
    (_, i) => sorted.flatMap((severities) => severities[i] ?? []).sort(byWeight)[0]!,
  );
}

/** Returns the tally of a set of findings. Hotspots and waived findings do not count. */
export function tallyOf(findings: Iterable<Scored>): Tally {
  const tally: Record<string, Record<Severity, number>> = {};
  for (const [family, severities] of severitiesByFamily(findings)) {
    const counted = { critical: 0, high: 0, medium: 0, low: 0 };
    for (const severity of severities) counted[severity] += 1;
    tally[family] = counted;
  }
  return tally;
}

/** Returns the tally of several files: no two findings of different files are at one place. */
export function addTallies(tallies: Iterable<Tally>): Tally {
  const sum = new Map<string, Record<Severity, number>>();
  for (const tally of tallies) {
    for (const [family, counted] of Object.entries(tally)) {
      const known = sum.get(family) ?? { critical: 0, high: 0, medium: 0, low: 0 };
      for (const severity of SEVERITIES) known[severity] += counted[severity];
      sum.set(family, known);
    }
  }
  return Object.fromEntries(sum);
}

/** Returns the debt of one family: its findings from the heaviest on, each worth less than the one before. */
function familyDebt(counted: Tally[string]): number {
  let debt = 0;
  let before = 0;
  for (const severity of SEVERITIES) {
    // A finding worth less than a milli-point adds nothing, however many there are.
    const end = Math.min(before + counted[severity], WEIGHTS[severity]);
    for (let i = before; i < end; i += 1) debt += Math.floor(WEIGHTS[severity] / (i + 1));
    before += counted[severity];
  }
  return debt;
}

/** Returns the debt of a set of findings, in milli-points. */
export function debtOf(findings: Iterable<Scored>): number {
  return debtOfTally(tallyOf(findings));
}

function debtOfTally(tally: Tally): number {
  return Object.values(tally).reduce((debt, counted) => debt + familyDebt(counted), 0);
}

/** Returns the score of a tally before the caps, 1 to 100. */
export function uncappedScore(tally: Tally): number {
  const debt = debtOfTally(tally);
  let score = SCORE_MAX;
  while (score > 1 && debt > DEBT_MAX[score - 1]!) score -= 1;
  return score;
}

/** Returns the score of a tally, 1 to 100. */
export function scoreOfTally(tally: Tally): number {
  let score = uncappedScore(tally);
  for (const severity of SEVERITIES) {
    const cap = CAPS[severity];
    if (cap !== undefined && score > cap && Object.values(tally).some((counted) => counted[severity] > 0))
      score = cap;
  }
  return score;
}

/** Returns the score of a set of findings, 1 to 100. Hotspots and waived findings do not count. */
export function scoreOf(findings: readonly Scored[]): number {
  if (findings.length === 0) return SCORE_MAX;
  return scoreOfTally(tallyOf(findings));
}
