/** One located defect: description, place, reason, remediation and controls. */
import type { TraceKind } from './data-flow/trace.ts';
import type { Measure } from './measures/measure.ts';
import type { Category, Confidence, GroupCause, RuleKind, Severity } from './rule.ts';

/** An exact place, for people (`names`), programs (`path`) and editors (`line`, `column`, `editorLine`). */
export interface Location {
  /** Human names from the outermost container to the element; with several workflows in a file, its name first. */
  readonly names: readonly string[];
  /** XPath (XML) or JSON Pointer (JSON). */
  readonly path: string;
  /** Path of the element that findings of the same weakness are compared by; absent: `path`. */
  readonly elementPath?: string;
  /** 1-based. */
  readonly line: number;
  /** 1-based, in UTF-16 code units. */
  readonly column: number;
  /** The line that the vendor's editor shows, where it shows one. */
  readonly editorLine?: number;
}

/** One step of a way, as a finding has it. */
export interface TraceStep {
  readonly how: TraceKind;
  /** Path of the other file of the project that has the step; absent: the file of the finding. */
  readonly file?: string;
  readonly location: Location;
  /** Index of the activity in its workflow; -1: the workflow as a whole. */
  readonly node: number;
  readonly property: string;
  readonly sentence: string;
  /** Number of steps between this one and the next that are left out; absent: none. */
  readonly omitted?: number;
}

/** Identity across versions, from views of decreasing strictness; 32 hex digits each. See `engine/fingerprint.ts`. */
export interface Fingerprints {
  /** Rule and element, independent of the defect's details. */
  readonly element: string;
  readonly strong: string;
  readonly medium: string;
  readonly weak: string;
}

export const EXCEPTION_STATUSES = ['none', 'pending', 'approved', 'rejected', 'expired', 'revoked'] as const;
export type ExceptionStatus = (typeof EXCEPTION_STATUSES)[number];

/** One place of a group, with the fields of a finding of its own. */
export type GroupPlace = Pick<Finding, 'description' | 'location' | 'subject' | 'fingerprints'>;

/** The places that a finding stands for. The finding's own location is the first one, its fingerprints the cause's. */
export interface FindingGroup {
  readonly cause: GroupCause;
  readonly places: readonly GroupPlace[];
}

export interface Finding {
  /** UUID, stable from run to run. */
  readonly id: string;
  readonly ruleId: string;
  /** Title of the rule. */
  readonly rule: string;
  /** Implementation and version of the check, as `UIP-REL-001@1`. */
  readonly detectorId: string;
  readonly severity: Severity;
  /** Severity before a policy changed it; absent: the same. */
  readonly ownSeverity?: Severity;
  /** Measure that decides whether it is reported. */
  readonly measure?: Measure;
  readonly category: Category;
  readonly confidence: Confidence;
  readonly kind: RuleKind;
  /** Sentence about the defect here and why it matters. */
  readonly description: string;
  readonly remediation: string;
  readonly complianceTags: readonly string[];
  readonly location: Location;
  /** Property or symbol name of the defect, without values. Two findings of one rule at one element differ in it. */
  readonly subject: string;
  /** Weakness that its rule shares with others: what they report at one place is one mistake. */
  readonly dedupeGroup: string;
  /** Way of the data, from its source to this place; at most `TRACE_MAX` steps. Only of rules about data flow. */
  readonly trace?: readonly TraceStep[];
  /**
   * Present when several rules report one mistake: the finding of each of them by itself, first that of the most precise
   * rule, which the others are listed as, with the worst severity.
   */
  readonly sameMistake?: readonly Finding[];
  /** Equal for the findings of one mistake in true copies of a workflow; absent: there is no copy. */
  readonly copyKey?: string;
  /** Equal for findings of one rule at copies of one element in several files of a project; absent: not looked for. */
  readonly contentKey?: string;
  /** Present when the finding stands for copies of its element in other files: those files, and the findings there. */
  readonly inFiles?: readonly { readonly file: string; readonly finding: Finding }[];
  /** Present when the finding stands for several copies: the findings of all rules in all of them, the first copy's first. */
  readonly copies?: readonly Finding[];
  readonly fingerprints: Fingerprints;
  /** Present when the rule groups its problems: all places with one cause, at least one, in the order of the report. */
  readonly group?: FindingGroup;
  readonly exceptionId: string | null;
  readonly exceptionStatus: ExceptionStatus;
}

/** Returns the strong fingerprints of the places of a finding, in their order; what is pinned to a picture is known by them. */
export function placePrints({
  fingerprints,
  group,
}: Pick<Finding, 'fingerprints' | 'group'>): readonly string[] {
  return group === undefined ? [fingerprints.strong] : group.places.map((place) => place.fingerprints.strong);
}

/** Returns the human form of a location: names joined by ` › `. */
export function locationText(location: Location): string {
  return location.names.join(' › ');
}
