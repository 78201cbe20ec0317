/** Rules by id, for commands. */
import type { Rule } from '../../analysis/model/rule.ts';
import { StartError } from '../../infra/process/start-error.ts';
import { didYouMean } from '../../text/nearest-name.ts';

/** Loads the catalogue, which takes a moment. */
export async function loadRules(): Promise<readonly Rule[]> {
  return (await import('../../analysis/rules/index.ts')).RULES;
}

/** Finds a rule by its id, in any case. @throws StartError with the nearest id */
export function requireRule(rules: readonly Rule[], id: string): Rule {
  const wanted = id.toUpperCase();
  const rule = rules.find((candidate) => candidate.id === wanted || candidate.replaces?.includes(wanted));
  if (rule !== undefined) return rule;
  const ids = rules.map((candidate) => candidate.id);
  const hint = didYouMean(wanted, ids);
  throw new StartError(
    `There is no rule ${JSON.stringify(id)}.${hint} \`flowarden rules\` lists all of them.`,
    2,
  );
}
