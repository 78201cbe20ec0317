/** Rows that a policy pack adds to the tables about data flow. Names are texts in any letter case; `*` stands for any characters. */
import type { Family } from './family.ts';
import type { SinkKind } from './flow.ts';

/** Steps and their settings: steps have one of the names, one of the hosts, or both where a row gives both. */
export interface OwnStep {
  /** Vendor's names: `GetEmployee`, `connector/operation` of a cloud flow, `object::action` of Blue Prism. */
  readonly steps?: readonly string[] | undefined;
  /** Hosts that the step sends a request to: `hr.corp.example`. */
  readonly hosts?: readonly string[] | undefined;
  /** Texts that settings of the step must have, by their names. */
  readonly when?: Readonly<Record<string, string>> | undefined;
  /** Settings that the row is about; absent: all of them. */
  readonly settings?: readonly string[] | undefined;
}

/** Data comes in: at a step, or in everything of a name. */
export type OwnSource = { readonly words: string } & (OwnStep | { readonly names: readonly string[] });

/** Data must not get into settings of a step. */
export interface OwnSink extends OwnStep {
  readonly sink: SinkKind;
  readonly words: string;
}

/** Data is safe behind a step, or behind a function. */
export type OwnBarrier = OwnStep | { readonly functions: readonly string[] };

/** Data is safe where a condition calls one of these functions with it. */
export interface OwnGuard {
  readonly functions: readonly string[];
}

/** Rows of one rule. */
export interface OwnRows {
  /** Present: the rule follows their data alone. */
  readonly sources?: readonly OwnSource[];
  /** Besides the sinks that the rule names by their kinds. */
  readonly sinks?: readonly OwnSink[];
  readonly barriers?: readonly OwnBarrier[];
  readonly guards?: readonly OwnGuard[];
}

/** Names of variables, arguments, columns and fields that hold data of a family. */
export type DataClasses = Readonly<Partial<Record<Family, readonly string[] | undefined>>>;

/** Tables that differ from the built-in ones. Rules with the same tables follow their data together. */
export interface OwnTables {
  /** Id of the rule that has them for itself; '': all others. */
  readonly by: string;
  readonly classes: DataClasses;
  /** Absent: none. */
  readonly rows?: OwnRows & { readonly family: Family; readonly kinds: readonly SinkKind[] };
}
