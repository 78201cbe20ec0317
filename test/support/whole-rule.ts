/** Declares whole rules for tests, without a page. */
import type { Level, Rule, RuleDefinition } from '../../src/analysis/model/rule.ts';
import type { Options } from '../../src/analysis/model/rule-option.ts';

/** Gives `check` the types that follow from `level` and `options`. */
export function wholeRule<L extends Level, O extends Options>(rule: RuleDefinition<L, O>): Rule {
  return rule as unknown as Rule;
}
