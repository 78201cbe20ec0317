/**
 * Rows of the tables about data flow: what steps, symbols and functions do with data. A table is the rows of one language
 * and one side, from the documentation of the vendor; `flow-rows.ts` joins them.
 */
import type { Family, Marks } from '../../model/data-flow/family.ts';
import type { SinkKind } from '../../model/data-flow/flow.ts';
import type { Platform } from '../../model/platform.ts';
import type { Role } from '../../model/workflow.ts';

/** A test of names or texts. */
export interface NamePattern {
  test(name: string): boolean;
}

/** A name in any letter case, a pattern, or several of either. */
export type RowNames = string | NamePattern | readonly (string | NamePattern)[];

/** Stands as a property for what a step gives without naming it: the output of an action, the item of a loop. */
export const OUTPUT = '(output)';

/** A test of a setting of the step; `is` absent: the step has the setting. */
export interface SettingTest {
  readonly property: RowNames;
  readonly is?: NamePattern;
}

/** The steps that a row is about: those that match all that it gives. */
export interface StepRow {
  /**
   * Name of what the step does: the vendor's type (`GetRobotCredential`, `Database.ExecuteSQLStatement`, `TaskBot/runTask`);
   * `connector/operation` of a cloud flow, without `shared_`; `object::action` of Blue Prism.
   */
  readonly steps?: RowNames;
  readonly roles?: readonly Role[];
  /** All of these hold. */
  readonly when?: readonly SettingTest[];
  /** None of these holds. */
  readonly unless?: readonly SettingTest[];
}

/** Data comes in at a step. */
export interface StepSource extends StepRow {
  readonly kind: 'source';
  readonly family: Family;
  /** Words for the data in a sentence, as "password" in `the password of "Get credential"`. */
  readonly words: string;
  /** Outputs that have it, or `OUTPUT`. */
  readonly property: RowNames;
  /** Members of the output that have it, by their dotted path in any letter case: `body.value`. Absent: all of it. */
  readonly member?: RowNames;
  /** Members, at any depth, that the service fills and not who writes the data: ids and dates. */
  readonly without?: RowNames;
  readonly marks?: Marks;
}

/** A step saves a file: what is followed is the path that it gets. */
export interface FileSource extends StepRow {
  readonly kind: 'file-source';
  readonly family: Family;
  readonly words: string;
  /** Inputs that hold the path. */
  readonly property: RowNames;
}

/** Data stands in a variable, argument or parameter, by its type or its name. */
export interface SymbolSource {
  readonly kind: 'symbol-source';
  readonly family: Family;
  readonly words: string;
  /** Types in the vendor's words; absent: all. */
  readonly types?: RowNames;
  /** RowNames; `secret`: what `secretness` calls likely. Absent: all. */
  readonly names?: RowNames | 'secret';
  /** Only symbols that their declaration protects or marks as sensitive. */
  readonly isSecure?: true;
  /** Only what comes from outside: arguments that a caller fills, parameters of a flow. */
  readonly isInput?: true;
  readonly marks?: Marks;
}

/** Data is read by a key that no declaration has: `trigger`, `input:…`. */
export interface MentionSource {
  readonly kind: 'mention-source';
  readonly family: Family;
  readonly words: string;
  /** Keys as in `Expression.mentions`. */
  readonly keys: RowNames;
  /** Names of the trigger, as of a `StepRow`; absent: any. */
  readonly steps?: RowNames;
  /** As of a `StepSource`. */
  readonly member?: RowNames;
  /** As of a `StepSource`. */
  readonly without?: RowNames;
  readonly when?: readonly SettingTest[];
  readonly marks?: Marks;
}

/** Data is an item of a record, row or dictionary, by its fixed key: `row("IBAN")`, `Config("ErpPassword")`. */
export interface ItemSource {
  readonly kind: 'item-source';
  readonly family: Family;
  readonly words: string;
  readonly names: RowNames | 'secret';
  readonly marks?: Marks;
}

/** Data comes from a function: `Environment.GetEnvironmentVariable("…")`. */
export interface FunctionSource {
  readonly kind: 'function-source';
  readonly family: Family;
  readonly words: string;
  /** Last names or whole dotted names. */
  readonly functions: RowNames;
  readonly marks?: Marks;
}

/** Data does harm, or gets out, in a setting. */
export interface SinkRow extends StepRow {
  readonly kind: 'sink';
  readonly sink: SinkKind;
  /** Inputs; `OUTPUT` for the run history, which shows what an action returns. */
  readonly property: RowNames;
  /** Words for the setting in a sentence: `log message`. */
  readonly words: string;
  /** Only for these families. Absent: for every family that a rule names. */
  readonly families?: readonly Family[];
  /** Values with one of these marks do no harm; `sealed` never does. */
  readonly safe?: Marks;
  /** Only values that stand there whole, with no fixed text before them. */
  readonly isWhole?: true;
  /** Only values with such a text before them in the setting. */
  readonly behind?: RegExp;
}

/** A function of expressions or code is a sink: `Console.WriteLine`. */
export interface FunctionSink {
  readonly kind: 'function-sink';
  readonly sink: SinkKind;
  readonly functions: RowNames;
  readonly words: string;
  /** Places of the arguments, from 0 on; absent: all. */
  readonly arguments?: readonly number[];
  readonly families?: readonly Family[];
}

/** A step carries data from its inputs to its outputs. */
export interface TransferRow extends StepRow {
  readonly kind: 'transfer';
  readonly from: RowNames;
  /** Outputs, or `OUTPUT`. */
  readonly to: RowNames;
  /** Setting with the fixed name of the member of the output that gets the data; absent: all of it. */
  readonly into?: string;
  /** Setting with the fixed name of the member of the input that the output gets; absent: all of it. */
  readonly outOf?: string;
  /** Absent: all families. */
  readonly families?: readonly Family[];
  /** Marks that the value has from here on. */
  readonly marks?: Marks;
  /** Marks that end here: a value that is opened is `sealed` no more. */
  readonly opens?: Marks;
}

/** A step gives nothing of its inputs away in some outputs, though another row or the default says so. */
export interface BarrierRow extends StepRow {
  readonly kind: 'barrier';
  /** Outputs. */
  readonly property: RowNames;
  readonly families?: readonly Family[];
}

/**
 * A test that lets only known or harmless values through. A way ends where the value has passed it: on its branch, and
 * behind it where the other branch ends the run.
 */
export interface GuardRow extends StepRow {
  readonly kind: 'guard';
  /** Words for the test in a list: `comparison with fixed text`. */
  readonly words: string;
  /** Settings that hold the test. */
  readonly property: RowNames;
  /** Functions that test the value: `contains` of a list. */
  readonly functions?: RowNames;
  /** Places of the arguments that hold the value; absent: all. */
  readonly arguments?: readonly number[];
  /** One of the fixed texts that the function gets is such a pattern, for the text as a whole. */
  isPattern?(text: string): boolean;
  /** The function looks for the value in a list: not where that is a text, or a part of the value's own data. */
  readonly isList?: true;
  /** A comparison with fixed text counts too. */
  readonly isEquality?: true;
  /**
   * `choice`: the setting is the value, and the cases are fixed; `flow condition`, `bot condition`: the comparison stands
   * in several settings.
   */
  readonly is?: 'choice' | 'flow condition' | 'bot condition';
  readonly families: readonly Family[];
  /** Absent: all. */
  readonly sinks?: readonly SinkKind[];
}

/** A setting that is known and harmless, though another row has it: the recipient of a mail is no sink of secrets. */
export interface NeutralRow extends StepRow {
  readonly kind: 'neutral';
  readonly property: RowNames;
  readonly families?: readonly Family[];
}

/**
 * A function or member of expressions. `passes`: the result has the data; `stops`: it has none of it, as a number or a
 * length. Data ends at functions without a row.
 */
export interface FunctionRow {
  readonly kind: 'function';
  readonly functions: RowNames;
  readonly does: 'passes' | 'stops';
  readonly families?: readonly Family[];
  readonly marks?: Marks;
  readonly opens?: Marks;
  /** Places of the arguments that it is about, from 0 on; -1 is the object of a method. Absent: all. */
  readonly arguments?: readonly number[];
}

/** Kinds of carriers that take data from one workflow to another under a name that is no symbol. */
/** `flow`: a cloud flow that starts with a request, by its id. */
export type ChannelKind = 'queue' | 'asset' | 'file' | 'clipboard' | 'environment' | 'flow';

/** A step puts data into a channel, or takes it out. Only a literal name joins the two. */
export interface ChannelRow extends StepRow {
  readonly kind: 'channel';
  readonly channel: ChannelKind;
  /** Setting that holds the name; absent: there is one such channel on a machine. */
  readonly name?: RowNames;
  /** The name is the id that stands in the setting: `/workqueues(0b1c2d3e-…)`. */
  readonly isId?: true;
  /** The inputs are texts such as JSON: only the text around a value says which member of them it is. */
  readonly isText?: true;
  /** Platform that has the channel, where it is another one than that of the step. */
  readonly platform?: Platform;
  /** Inputs that the channel gets. */
  readonly from?: RowNames;
  /** Members of the item that the inputs become, before those that their own names give behind the first dot. */
  readonly members?: readonly string[];
  /** Text before their own names, where it is longer than up to the first dot. */
  readonly below?: string;
  /** Member of the item that the inputs become; their own names do not count. */
  readonly member?: string;
  /** Outputs that have what is in it, or `OUTPUT`. */
  readonly to?: RowNames;
}

export type SourceRow = StepSource | FileSource | SymbolSource | MentionSource | ItemSource | FunctionSource;

/** Any row. */
export type FlowRow =
  | SourceRow
  | SinkRow
  | FunctionSink
  | TransferRow
  | BarrierRow
  | GuardRow
  | NeutralRow
  | ChannelRow
  | FunctionRow;
