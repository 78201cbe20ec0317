/** Limits of the rules of a pack that follow data. */
import type { CustomRule } from '../analysis/model/policy.ts';
import { POLICY_LIMITS } from './limits.ts';

const LIMITS = [
  {
    max: POLICY_LIMITS.flowRulesMax,
    words: 'rules that follow data',
    counts: ({ on }: CustomRule) => on === 'flow',
  },
  {
    max: POLICY_LIMITS.flowRowRulesMax,
    words: 'rules that follow data by rows of their own',
    counts: ({ follows }: CustomRule) => follows?.rows !== undefined,
  },
] as const;

/** Returns why a pack has too many rules that follow data, and the index of the first one too many. */
export function flowRulesProblem(
  rules: readonly CustomRule[],
): { readonly message: string; readonly first: number } | undefined {
  for (const { max, words, counts } of LIMITS) {
    const places = rules.flatMap((rule, index) => (counts(rule) ? [index] : []));
    if (places.length > max)
      return {
        message: `A pack has at most ${max} ${words}, with those of packs that it extends; this one has ${places.length}.`,
        first: places[max]!,
      };
  }
  return undefined;
}
