/** Gate of an offline run: what blocks it, and which findings were there before. */
import type { Finding } from '../model/finding.ts';
import { blockingFindings } from '../model/gate.ts';
import type { PolicyGate } from '../model/policy.ts';
import { type EnforcementMode, type Report, type Summary, summarise } from '../model/report.ts';
import { SEVERITIES, type Severity } from '../model/rule.ts';

/** Conditions under which a run is blocked. */
export interface GateOptions {
  readonly mode: EnforcementMode;
  /** The mildest severity that blocks. */
  readonly failOn: Severity;
  /** Conditions of the policy pack; absent: none. */
  readonly conditions?: PolicyGate;
  /** Levels of rules that the arguments override, as `UIP-SEC-001=off`; absent: none. */
  readonly overrides?: readonly string[];
}

/** State of a finding beside an earlier version, in SARIF's words; `updated`: it was milder. */
export type BaselineState = 'new' | 'unchanged' | 'updated';

/** Result of a comparison of a run with a baseline or an earlier version. */
export interface RunComparison {
  /** The baseline file or the revision, for people. */
  readonly against: string;
  /** State of every listed finding. */
  readonly states: ReadonlyMap<Finding, BaselineState>;
  /** Earlier findings that are gone. */
  readonly goneCount: number;
  /** Leave known findings out of the reports. */
  readonly newOnly: boolean;
}

/** Gate of a run; a known finding never blocks. */
export interface RunGate extends GateOptions {
  /** Null: the run is compared with nothing. */
  readonly comparison: RunComparison | null;
  /** Findings that are listed as a copy of theirs in another file; absent: none. */
  readonly elsewhere?: ReadonlySet<Finding>;
}

/** Returns the state of a finding; undefined if the run is compared with nothing. */
export function baselineStateOf(finding: Finding, { comparison }: RunGate): BaselineState | undefined {
  return comparison?.states.get(finding);
}

/** Returns whether a finding was there before, at least as severe. */
export function isKnown(finding: Finding, gate: RunGate): boolean {
  return baselineStateOf(finding, gate) === 'unchanged';
}

/** Returns the findings that are listed in their own file. */
export function listedHere(
  findings: readonly Finding[],
  { elsewhere }: Pick<RunGate, 'elsewhere'>,
): readonly Finding[] {
  return elsewhere === undefined ? findings : findings.filter((finding) => !elsewhere.has(finding));
}

/** Returns the findings that reports show. */
export function shownFindings(findings: readonly Finding[], gate: RunGate): readonly Finding[] {
  const listed = listedHere(findings, gate);
  return gate.comparison?.newOnly === true ? listed.filter((finding) => !isKnown(finding, gate)) : listed;
}

/** Returns the counts that reports show: the totals without the findings that they leave out. */
export function shownSummary(findings: readonly Finding[], summary: Summary, gate: RunGate): Summary {
  const shown = new Set(shownFindings(findings, gate));
  const hidden = summarise(findings.filter((finding) => !shown.has(finding)));
  const left = { ...summary, total: summary.total - hidden.total };
  for (const severity of SEVERITIES) left[severity] -= hidden[severity];
  return left;
}

/** Returns the listed findings that block, in the mode `blocking` alone. */
export function blockingIn(findings: readonly Finding[], gate: RunGate): readonly Finding[] {
  return gate.mode === 'blocking' ? candidatesIn(listedHere(findings, gate), gate) : [];
}

function candidatesIn(findings: readonly Finding[], gate: RunGate): readonly Finding[] {
  return blockingFindings(findings, gate.failOn).filter((finding) => !isKnown(finding, gate));
}

/** Counts the findings of a report that block, or would block in the mode `blocking`. */
export function countBlocking(
  { findings, summary }: Pick<Report, 'findings' | 'summary'>,
  gate: RunGate,
): number {
  return candidatesIn(listedHere(findings, gate), gate).length + countUnlisted({ findings, summary }, gate);
}

/** Counts the findings beyond the end of a list that are severe enough to block. */
function countUnlisted({ findings, summary }: Pick<Report, 'findings' | 'summary'>, gate: RunGate): number {
  const listed = summarise(findings);
  return SEVERITIES.slice(0, SEVERITIES.indexOf(gate.failOn) + 1).reduce(
    (count, severity) => count + Math.max(0, summary[severity] - listed[severity]),
    0,
  );
}

/**
 * Returns whether a report passes, with the findings that are listed in another file. A finding beyond the end of its
 * list is not known: one that is severe enough blocks.
 */
export function reportPasses(
  { findings, summary }: Pick<Report, 'findings' | 'summary'>,
  gate: RunGate,
): boolean {
  if (gate.mode !== 'blocking') return true;
  if (candidatesIn(findings, gate).length > 0) return false;
  return gate.comparison === null || countUnlisted({ findings, summary }, gate) === 0;
}
