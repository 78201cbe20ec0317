/** Joins the facts on a rule's page with its check. */
import { CATALOGUE, type OptionsByRule, type RuleId } from '../../gen/rule-catalogue.ts';
import type { Level, Rule, RuleCheck } from '../model/rule.ts';

type OptionsOf<Id extends RuleId> = Id extends keyof OptionsByRule ? OptionsByRule[Id] : Record<never, never>;

/** Declares the rule of a page: gives `check` the types that follow from `level` and the options on the page. */
export function defineRule<Id extends RuleId, L extends Level>(
  id: Id,
  check: RuleCheck<L, OptionsOf<Id>>,
): Rule {
  return { ...CATALOGUE[id], ...check } as unknown as Rule;
}
