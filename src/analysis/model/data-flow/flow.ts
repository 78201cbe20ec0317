/** A way of data that ends where it must not: subject of rules about data flow. */
import type { Anchor } from '../workflow.ts';
import type { Family, Marks } from './family.ts';
import type { TracePoint } from './trace.ts';

/** Places where data does harm, or gets out. */
export const SINK_KINDS = [
  /** Log of a run that people read. */
  'log',
  /** Run history of a cloud flow: inputs and outputs of every action that does not hide them. */
  'run-history',
  /** Log of the stages of a Blue Prism process. */
  'stage-log',
  /** Window or message that is shown on the machine. */
  'screen',
  /** Text of an error that is thrown. */
  'error',
  /** Answer to a caller outside. */
  'response',
  'mail',
  'chat',
  'ticket',
  /** Recipient of a mail or message. */
  'recipient',
  /** Path or query of an address. */
  'url',
  /** Host of an address: it decides who gets the request. */
  'host',
  /** Header or body of a request. */
  'request',
  'file',
  'sheet',
  'clipboard',
  'queue',
  /** Reference, tag or key of a queue item, which lists show. */
  'queue-key',
  'database',
  'registry',
  'environment',
  /** Argument of another workflow, bot or program, not protected by its type. */
  'argument',
  'command',
  'script',
  /** Text of an SQL statement. */
  'sql',
  /** Filter of a query, as `$filter` of OData. */
  'filter',
  /** Path of a file that is read or written. */
  'path',
  /** Path of a file that is deleted. */
  'delete-path',
  'html',
  /** Cell that a spreadsheet may take for a formula. */
  'formula',
  /** Instruction to a language model. */
  'prompt',
  'selector',
  /** Name of what runs: a macro, a workflow, a method. */
  'code-name',
  /** Condition that decides what the workflow does. */
  'decision',
  /** Program or document that is opened. */
  'opened-file',
  /** Field of a form that is not protected. */
  'plain-field',
  'screenshot',
] as const;
export type SinkKind = (typeof SINK_KINDS)[number];

/** One end of a way. */
export interface DataEnd {
  readonly at: Anchor;
  /** Setting, symbol or field, in the words of the file. */
  readonly name: string;
  /** Name of the step; '' for none. */
  readonly step: string;
  /** Words for the data or the place in a sentence: `password`, `log message`. */
  readonly words: string;
}

/** A way of data from a source to a sink. */
export interface DataFlow {
  readonly family: Family;
  readonly sink: SinkKind;
  readonly from: DataEnd;
  readonly to: DataEnd;
  readonly marks: Marks;
  /** Further sources that reach the same place, beyond those with a way of their own. */
  readonly moreSources: number;
  readonly trace: readonly TracePoint[];
}
