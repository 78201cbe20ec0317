/** Options of rules: their values, and what a policy has to know about them. */
import type { OptionMetric } from './measures/measure.ts';

export type OptionValue = number | string | boolean | readonly string[];
export type Options = Readonly<Record<string, OptionValue>>;

/** Directions in which a change of an option makes its rule stricter. */
export const STRICTER = ['lower', 'higher', 'longer', 'shorter', 'equal'] as const;

/**
 * Direction in which a rule becomes stricter: `lower` and `higher` for numbers and booleans (true is higher), `longer`
 * for lists of what is reported, `shorter` for lists of what is accepted, `equal` where values cannot be compared.
 */
export type Stricter = (typeof STRICTER)[number];

/** An option of a rule: its default, its unit, and the direction that is stricter. */
export interface RuleOption<V extends OptionValue = OptionValue> {
  readonly default: V;
  /** One sentence, or a noun with what qualifies it. */
  readonly about: string;
  /** Unit of a number. */
  readonly unit?: string;
  readonly stricter: Stricter;
  /** An empty list of what is accepted accepts more than one with entries. */
  readonly isOpenWhenEmpty?: true;
  /** The text is an RE2 pattern; empty: none. */
  readonly isPattern?: true;
  /** Problems that depend on the number say what they measured: the others are reported with any number. */
  readonly isMeasured?: true;
  /** Metric of the file that the number is compared with. */
  readonly metric?: OptionMetric;
}

/** The described options of a rule with these values. */
export type RuleOptions<O extends Options> = { readonly [K in keyof O]: RuleOption<O[K]> };

/** Returns the default of each option. */
export function defaultsOf<O extends Options>(options: RuleOptions<O>): O {
  return Object.fromEntries(Object.entries(options).map(([name, option]) => [name, option.default])) as O;
}

/** Returns whether a value says something: a list or a text that is not empty, or a value of another type. */
export function isGiven(value: OptionValue): boolean {
  return typeof value === 'string' || Array.isArray(value) ? value.length > 0 : true;
}
