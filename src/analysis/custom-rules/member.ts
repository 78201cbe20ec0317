/** Members of the types that conditions of custom rules can read. */
import type { Options } from '../model/rule-option.ts';
import type { Workflow } from '../model/workflow.ts';
import { burn, type Fuel } from './fuel.ts';

/** State of an evaluation. */
export interface EvaluationFrame {
  readonly workflow: Workflow;
  readonly params: Options;
  readonly fuel: Fuel;
  /** Values of the names in the condition, by number. */
  readonly slots: unknown[];
}

/** A field, or a method with parameters that are texts. */
export interface Member {
  /** Type in CEL: `string`, `list<Activity>`. */
  readonly type: string;
  /** Sentence for the reference. */
  readonly about: string;
  /** Number of texts that a method takes; absent: a field. */
  readonly texts?: number;
  /** It names things and holds no value of the file: messages may show it. */
  readonly isName?: true;
  // biome-ignore lint/suspicious/noExplicitAny: each type has values of its own
  readonly read: (subject: any, frame: EvaluationFrame, ...texts: readonly string[]) => unknown;
}

/** Members of a type by name. */
export type Members = Readonly<Record<string, Member>>;

/** Returns items after taking a step for each. @throws Error if fewer steps are left */
export function charged<Item>(items: readonly Item[], { fuel }: EvaluationFrame): readonly Item[] {
  burn(fuel, items.length);
  return items;
}
