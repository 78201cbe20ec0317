/** The policy of an analysis as data: what detects, and how its findings are judged. */
import type { DataClasses, OwnRows } from './data-flow/own-rows.ts';
import type { Platform } from './platform.ts';
import type { Category, FollowedData, RuleKind, Severity } from './rule.ts';
import type { Options, OptionValue, RuleOption } from './rule-option.ts';

/** Subjects that a custom rule can look at, one by one. */
export const CUSTOM_SUBJECTS = [
  'activity',
  'assignment',
  'expression',
  'call',
  'symbol',
  'connection',
  'workflow',
  'flow',
] as const;
export type CustomSubject = (typeof CUSTOM_SUBJECTS)[number];

/** Value of a custom rule's parameter. */
export type CustomParam = RuleOption<OptionValue>;

/** A rule that an organisation writes: a condition on the model, without code. */
export interface CustomRule {
  /** `ACME-REL-001`: a prefix of its own, category, number. */
  readonly id: string;
  readonly title: string;
  readonly severity: Severity;
  readonly category: Exclude<Category, 'engine'>;
  readonly kind: RuleKind;
  readonly platforms: readonly Platform[];
  readonly why: string;
  readonly fix: string;
  readonly on: CustomSubject;
  /** Data that is followed, and where it must not get; present for ways of data alone. */
  readonly follows?: Pick<FollowedData, 'family' | 'sinks'> & { readonly rows?: OwnRows };
  /** Condition in CEL, true for a subject with the problem. */
  readonly where: string;
  /** Sentence about the problem, with names of the subject in braces. */
  readonly message: string;
  readonly params: Readonly<Record<string, CustomParam>>;
}

/** Rules and options that decide which problems are found. */
export interface Detection {
  /** Rules that run, by id, each with the options that differ from its defaults. */
  readonly rules: Readonly<Record<string, Options>>;
  /** Those of `rules` that the catalogue does not have; absent: none. */
  readonly custom?: readonly CustomRule[];
  /** Names that hold data, for all rules that follow data; absent: none. */
  readonly classes?: DataClasses;
}

/** Severities and exclusions for files that a pattern names. All members of the match must hold. */
export interface PolicyOverride {
  readonly platform?: Platform;
  /** Glob of the file's path. */
  readonly path?: string;
  /** By id of a rule. */
  readonly rules: Readonly<Record<string, Severity | 'off'>>;
}

/** Conditions of passing. Critical and high findings always block in the mode `blocking`: a policy adds to them. */
export interface PolicyGate {
  /** The mildest severity that blocks. */
  readonly failOn: Exclude<Severity, 'critical'>;
  /** Minimum score; null: none. */
  readonly scoreMin: number | null;
  /** Maximum number of new findings of a severity; absent: any number. */
  readonly newMax: Readonly<Partial<Record<Severity, number>>>;
  /** Maximum number of required rules that did not run to their end; null: any number. */
  readonly notEvaluatedMax: number | null;
  /** Rules that `notEvaluatedMax` counts. */
  readonly required: readonly string[];
}

/** Severities, exclusions and conditions that decide what the problems mean. */
export interface Judgement {
  /** Severities that differ from the rule's own: every finding of the rule gets it. */
  readonly severities: Readonly<Record<string, Severity>>;
  /** The last one that names a rule decides. */
  readonly overrides: readonly PolicyOverride[];
  /** Controls that findings are relevant to besides the rule's own, by rule. */
  readonly tags: Readonly<Record<string, readonly string[]>>;
  readonly gate: PolicyGate;
}

/** The policy of an environment, with everything resolved. */
export interface EffectivePolicy {
  /** `finance-baseline@2.3.0`. */
  readonly name: string;
  readonly detection: Detection;
  readonly judgement: Judgement;
}

/** Gate without conditions of its own. */
export const BUILTIN_GATE: PolicyGate = {
  failOn: 'high',
  scoreMin: null,
  newMax: {},
  notEvaluatedMax: null,
  required: [],
};
