/** Findings of a run in the form that all formats for pipelines are written from. */
import { plural } from '../../text/format.ts';
import type { Finding, TraceStep } from '../model/finding.ts';
import type { ShownWorkflow } from '../model/outline/shown-outline.ts';
import type { EnforcementMode, Summary } from '../model/report.ts';
import type { BaselineState } from './run-gate.ts';
import type { VersionPair } from './version-pairs.ts';
import type { ViewRule } from './view-rule.ts';

/** A further place of a finding that stands for several. */
export interface ViewPlace {
  /** Path of its file, as in `ViewFile`; absent: the finding's own. */
  readonly path?: string;
  readonly place: string;
  readonly line: number;
  readonly column: number;
}

/** A step of the way that data takes to a finding. */
export interface ViewStep extends ViewPlace {
  readonly how: TraceStep['how'];
  readonly sentence: string;
}

/** Facts of a finding that a report shows; results that are read from the service have no more. */
export type ReportedFinding = Pick<
  Finding,
  | 'id'
  | 'ruleId'
  | 'rule'
  | 'severity'
  | 'category'
  | 'confidence'
  | 'kind'
  | 'description'
  | 'remediation'
  | 'complianceTags'
  | 'exceptionId'
  | 'exceptionStatus'
  | 'sameMistake'
>;

/** Finding with the file that it is reported at. */
export interface ViewFinding {
  readonly finding: ReportedFinding;
  /** XPath or JSON Pointer of the element; '' for a whole JSON document. */
  readonly path: string;
  /** Path of the file inside the archive; null if the file is on disk. */
  readonly member: string | null;
  /** Human names of its place; for a file in an archive, after the name of the file. */
  readonly place: string;
  /** 1-based; 1 for a file in an archive, whose lines are not lines of the archive. */
  readonly line: number;
  /** 1-based, in UTF-16 code units. */
  readonly column: number;
  /** It blocks in the mode of this run. */
  readonly blocks: boolean;
  /** Absent if the run is compared with nothing. */
  readonly baselineState?: BaselineState;
  /** Places after the first. */
  readonly further: readonly ViewPlace[];
  /** Way of the data, where the rule follows data. */
  readonly trace?: readonly ViewStep[];
}

/** Result of all files together. */
export interface ViewVerdict {
  readonly passed: boolean;
  /** Null if there was no workflow. */
  readonly score: number | null;
  readonly summary: Summary;
  /** Findings that block, or would block in the mode `blocking`. */
  readonly wouldBlock: number;
  /** Workflows that were judged. */
  readonly fileCount: number;
}

/** File on disk: a workflow, or an archive of workflows. */
export interface ViewFile {
  /** Path relative to the Git repository, else to the working folder, if the file is in it; with `/` on every system. */
  readonly path: string;
  /** Sentences about what could not be read. */
  readonly errors: readonly string[];
  readonly findings: readonly ViewFinding[];
  /** Number of findings beyond the limit of the list. */
  readonly unlisted: number;
  /** Score of its worst workflow; absent: nothing was judged, or the service does not say it. */
  readonly score?: number;
  /** Workflows with findings, to be drawn; absent where outlines were not requested. */
  readonly drawn?: readonly ShownWorkflow[];
  /** Workflows in both versions, where the file has changed since a revision and pictures were requested. */
  readonly versions?: readonly VersionPair[];
}

/** Time, version and policy of a run. */
export interface RunOrigin {
  /** As `2026-11-29 23:05 UTC`. */
  readonly at: string;
  /** Null outside of a repository. */
  readonly commit: string | null;
  /** As `the ruleset default`. */
  readonly policy: string;
}

/** Input of every format. */
export interface ReportView {
  readonly version: string;
  readonly mode: EnforcementMode;
  /** Absent where no format shows it: equal files give equal reports. */
  readonly origin?: RunOrigin;
  /** Levels of rules that arguments override, as `UIP-SEC-001=off`. */
  readonly overrides: readonly string[];
  readonly verdict: ViewVerdict;
  /** Rules that ran, by id; empty if the catalogue was not at hand. */
  readonly rules: readonly ViewRule[];
  /** Address of a service with a page for each rule, without a slash at the end; null: unknown. */
  readonly baseUrl: string | null;
  /** Sentences about paths without a workflow that need one. */
  readonly problems: readonly string[];
  readonly files: readonly ViewFile[];
}

/** Returns the gate's own count in words; '' where nothing blocks in any mode. */
export function blockingText({
  mode,
  verdict: { wouldBlock },
}: Pick<ReportView, 'mode' | 'verdict'>): string {
  if (wouldBlock === 0) return '';
  const findings = plural(wouldBlock, 'finding');
  if (mode !== 'blocking') return `${findings} would block`;
  return `${findings} ${wouldBlock === 1 ? 'blocks' : 'block'}`;
}

/** Returns a sentence about the overridden rules, as a list: empty if there are none. */
export function overrideNotes(overrides: readonly string[]): readonly string[] {
  return overrides.length === 0 ? [] : [`Overridden for this run: ${overrides.join(', ')}.`];
}

/** Returns the findings that are not waived. */
export function openFindings(findings: readonly ViewFinding[]): readonly ViewFinding[] {
  return findings.filter(({ finding, blocks }) => blocks || finding.exceptionStatus !== 'approved');
}

/** Returns the findings to act on, neither waived nor known: annotations and review comments of others are noise. */
export function actionableFindings(findings: readonly ViewFinding[]): readonly ViewFinding[] {
  return openFindings(findings).filter(({ baselineState }) => baselineState !== 'unchanged');
}
