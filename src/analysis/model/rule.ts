/** A rule: the facts that its page states, and its check. */

import type { Bundle } from './compliance.ts';
import type { Family } from './data-flow/family.ts';
import type { DataEnd, DataFlow, SinkKind } from './data-flow/flow.ts';
import type { OwnRows, OwnTables } from './data-flow/own-rows.ts';
import type { TracePoint } from './data-flow/trace.ts';
import type { FileKind } from './kinds/file-kind.ts';
import type { InventoryUse } from './measures/inventory.ts';
import type { Measure } from './measures/measure.ts';
import type { Platform } from './platform.ts';
import type { Gather, ProjectSubject, WorkflowFacts } from './project.ts';
import type { Options, RuleOptions } from './rule-option.ts';
import type { Assignment } from './subjects/assignment.ts';
import type { CallSite } from './subjects/call-site.ts';
import type { Text } from './text.ts';
import type {
  Activity,
  Anchor,
  Argument,
  Call,
  Connection,
  Expression,
  ExpressionLanguage,
  Role,
  Transition,
  Value,
  Variable,
  Workflow,
} from './workflow.ts';

/** From worst to mildest. */
export const SEVERITIES = ['critical', 'high', 'medium', 'low'] as const;
export type Severity = (typeof SEVERITIES)[number];

export const CATEGORIES = [
  'security',
  'data-privacy',
  'compliance',
  'reliability',
  'performance',
  'maintainability',
  'naming',
  'configuration',
  'supply-chain',
  'observability',
  'engine',
] as const;
export type Category = (typeof CATEGORIES)[number];

/** Certainty of the check; it never lowers the severity. */
export type Confidence = 'high' | 'medium' | 'low';

/** `issue`: a defect, scored. `hotspot`: needs a person, not scored, at most medium. */
export type RuleKind = 'issue' | 'hotspot';

/** Membership in rulesets: `recommended` is in all of them, `strict` only in the strict one, `opt-in` in none. */
export type Preset = 'recommended' | 'strict' | 'opt-in';

/** Stands as a word for any character outside ASCII. */
export const ANY_NON_ASCII = '\u0080';
/** Stands as a word for any character behind the Latin letters, from U+0340 on. */
export const ANY_NON_LATIN = '\u0082';
/** Stands as a word for a run of 40 letters, digits, `+` and `/`: something that may be encoded. */
export const LONG_RUN = '\u0081';

/** Common causes of grouped problems, as descriptions name them. */
export const GROUP_CAUSES = [
  'server',
  'connection',
  'missing dependency',
  'package',
  'folder',
  'expression',
  'language',
  'bot',
  'called bot',
  'call',
  'flag',
  'concurrency',
  'secret',
] as const;
export type GroupCause = (typeof GROUP_CAUSES)[number];

/** Kinds of parts that a workflow may lack; `symbols` are variables and arguments. */
export type Wanted =
  | 'variables'
  | 'arguments'
  | 'symbols'
  | 'calls'
  | 'connections'
  | 'transitions'
  | 'notes'
  | 'unread';

/** A list of words, or a function that derives it from a rule's options. */
export type Words<O extends Options> = readonly string[] | ((options: O) => readonly string[]);

/** Data available to a check besides its subject. */
export interface Context<O extends Options = Options> {
  readonly workflow: Workflow;
  readonly options: O;
}

/** A problem that a check yields: a place and a sentence in the user's own names, never a secret. */
export interface Problem {
  readonly at: Anchor;
  /** One sentence about the defect here. */
  readonly message: string;
  /** Name of the defect at the element, without values; needed when one element can have the problem twice. */
  readonly subject?: string;
  /**
   * The one cause of several problems, such as the name of the server: problems of a rule with the same key become one
   * finding. Only for rules with `groupBy`. Absent: a finding of its own.
   */
  readonly group?: string;
  /** Way of the data that is reported, from its source to `at`. */
  readonly trace?: readonly TracePoint[];
  /** Weakness that this problem shares with other rules; absent: that of the rule. */
  readonly dedupeGroup?: string;
  /** Severity of this problem, for rules that report several; absent: the severity that the ruleset gives the rule. */
  readonly severity?: Severity;
  /** Present if an option that `isMeasured` decides whether it is reported. */
  readonly measure?: Measure | undefined;
  /** Level `project` only: the workflow that contains the place. */
  readonly in?: WorkflowFacts;
}

/** Subject of a check by level; a check is called once for each subject in the workflow. */
export interface Subjects {
  workflow: Workflow;
  activity: Activity;
  variable: Variable;
  argument: Argument;
  call: Call;
  connection: Connection;
  transition: Transition;
  expression: Expression;
  /** A name that gets a value, wherever the file says so. */
  assignment: Assignment;
  /** A call of one of the rule's `callees` in an expression. */
  callSite: CallSite;
  text: Text;
  /** A way of data of the rule's family to one of its sinks. */
  dataFlow: DataFlow;
  /** All ways of data that the rule follows, together: also when there are none. */
  dataFlows: readonly DataFlow[];
  /**
   * All texts with one of the rule's words together, as their contents count only as a whole. Never called without one.
   */
  texts: readonly Text[];
  /** All files together, where they belong together; never called for a file alone unless `isEnoughAlone`. */
  project: ProjectSubject;
}
export type Level = keyof Subjects;

/** The ways of data that a rule is about. */
export interface FollowedData {
  readonly family: Family;
  readonly sinks: readonly SinkKind[];
  /** Words of the sources whose data it reports, as the rows have them; absent: all. */
  readonly sourceWords?: ReadonlySet<string>;
  /** Returns whether a sink is none after all, by the workflow around it. */
  readonly isHarmless?: (sink: DataEnd, workflow: Workflow) => boolean;
  /** Tables of a policy pack; absent: the built-in ones. */
  readonly own?: OwnTables;
}

/** Facts about a rule that its page states. */
export interface RuleFacts<O extends Options = Options> {
  /** `UIP-REL-001`: platform, category, number. Never changed, never used again. */
  readonly id: string;
  /** Ids that this rule had before, the oldest first: its findings continue theirs. */
  readonly replaces?: readonly string[];
  /** Raised when the check changes what it reports. */
  readonly version: number;
  readonly title: string;
  readonly platforms: readonly Platform[];
  readonly category: Category;
  readonly severity: Severity;
  readonly confidence: Confidence;
  readonly kind: RuleKind;
  readonly preset: Preset;
  /** Rationale in one or two sentences. */
  readonly why: string;
  /** Remediation. */
  readonly fix: string;
  /** Controls that the finding is relevant to, by bundle, and further ids. */
  readonly compliance: readonly Bundle[];
  readonly controls?: readonly string[];
  /** Weakness that the rule shares with others: what they report at one place is one finding. See `findings/precision.ts`. */
  readonly dedupeGroup?: string;
  /** Meaning of the `group` of its problems; never for SQL and commands, where each place counts. */
  readonly groupBy?: GroupCause;
  readonly options: RuleOptions<O>;
  /** Options of which one must be given, as a list or text that is not empty; until then the rule is not evaluated. */
  readonly needsOneOf?: readonly (keyof O & string)[];
}

/** The check of a rule: the subjects that it gets, and what it reports about each. */
export interface RuleCheck<L extends Level, O extends Options> {
  /** Present if what the file touches shows what the check can report, with any options. */
  readonly inventory?: InventoryUse<O>;
  /** Kinds of uploaded files in which the check can report anything; absent: any kind. */
  readonly fileKinds?: readonly FileKind[];
  /** Kinds of files that the check does not fit: names or structure mean something else there. */
  readonly notIn?: readonly FileKind[];
  readonly level: L;
  /** Languages of the workflows that the check is about; absent: those of its prefix. */
  readonly languages?: readonly ExpressionLanguage[];
  /**
   * Level `activity`: the roles or the vendor types that the check needs. Absent: every activity. Level `workflow`: the
   * check is only called if the workflow has an activity of one of them, whether it can run or not.
   */
  readonly roles?: readonly Role[];
  readonly types?: readonly string[];
  /** Level `callSite` only, and needed there: names of what is called or created, in lower case. */
  readonly callees?: readonly string[];
  /**
   * Level `assignment` only: returns whether the check gets the parts of a setting or default, and not only the whole.
   * Absent: it gets those of each.
   */
  readonly partsIn?: (value: Value) => boolean;
  /** Levels `dataFlow` and `dataFlows` only, and needed there. */
  readonly follows?: FollowedData;
  /** Level `dataFlow` only: returns the rows that follow from the options; the rule then has tables of its own. */
  readonly rowsBy?: (options: O) => OwnRows;
  /** Level `dataFlows` only: yields the problems of a way that begins in another file. Absent: such ways are not reported. */
  readonly checkCrossing?: (flow: DataFlow) => Iterable<Problem>;
  /** Level `workflow` only: the check is only called when the workflow has one of these. */
  readonly wants?: Wanted;
  /**
   * Words in lower case. Everything that the check can report contains one of them: in the names, types and texts of an
   * activity, variable, argument, expression or text, in the setting of an assignment or what names its value, else
   * anywhere in the workflow. The check never gets a subject
   * without one. Any digit stands for all digits, `ANY_NON_ASCII` for any character outside ASCII, `ANY_NON_LATIN` for
   * one of another alphabet, `LONG_RUN` for something that looks encoded. Absent: the check gets every subject.
   */
  readonly words?: Words<O>;
  /** The same, but anywhere in the workflow: for checks that look further than their subject. */
  readonly workflowWords?: Words<O>;
  /**
   * Level `text` with `words` only: predicate for names that suffice without a word. The words then count in the texts
   * alone, and in names that end in a digit, which are too many to test one by one.
   */
  readonly names?: (name: string) => boolean;
  /** Level `text` with `words` only: minimum length, in characters, of a text that the check can report. */
  readonly lengthMin?: number;
  /** Also checks parts that are switched off or unreachable. Default false. */
  readonly includeDisabled?: boolean;
  /**
   * Level `project` only: yields the clues of each workflow for the check. Only parts that can run, unless
   * `includeDisabled`.
   */
  readonly gather?: Gather;
  /** Level `project` only: one file by itself is enough to decide, as it is about the calls in it. Default false. */
  readonly isEnoughAlone?: boolean;
  check(subject: Subjects[L], context: Context<O>): Iterable<Problem>;
}

/** A whole rule. */
export interface RuleDefinition<L extends Level, O extends Options> extends RuleFacts<O>, RuleCheck<L, O> {
  /** Custom rules only: beginning of the digest of its text, which stands for its version. */
  readonly textDigest?: string;
}

/** A rule of any level, as the engine holds it. */
export type Rule = { [L in Level]: RuleDefinition<L, Options> }[Level];

/** Languages of UiPath's workflows: those of Studio, and that of agents and orchestrations. */
export const UIPATH_LANGUAGES = ['visual-basic', 'csharp', 'javascript'] as const;

/**
 * Power Automate is one platform with two languages: `PAF` rules do not apply to desktop flows, nor `PAD` rules to cloud
 * flows. `UIP` rules are about workflows of Studio unless they say otherwise.
 */
const LANGUAGES_OF_PREFIX: ReadonlyMap<string, readonly ExpressionLanguage[]> = new Map([
  ['UIP', ['visual-basic', 'csharp']],
  ['PAF', ['workflow-definition']],
  ['PAD', ['robin']],
]);

/** Returns whether a rule applies to workflows of a platform that are written in a language. */
export function concerns(rule: Rule, platform: Platform, language: ExpressionLanguage): boolean {
  const wanted = rule.languages ?? LANGUAGES_OF_PREFIX.get(rule.id.slice(0, rule.id.indexOf('-')));
  return rule.platforms.includes(platform) && (wanted === undefined || wanted.includes(language));
}
