/** Rules that a pack names by an id, or by the beginning of ids with `*`. */
import { nearestName } from '../../text/nearest-name.ts';
import type { RuleState, RuleStates } from './rule-state.ts';

const ANY = '*';

/** Returns the rules that a pattern names; if there are none, the problem in one sentence. */
export function findRules(states: RuleStates, pattern: string): readonly RuleState[] | string {
  if (pattern.endsWith(ANY)) {
    const start = pattern.slice(0, -ANY.length);
    const found = [...states.values()].filter(({ rule }) => rule.id.startsWith(start));
    return found.length > 0 && !start.includes(ANY)
      ? found
      : `"${pattern}" matches no rule. Put the * at the end.`;
  }
  const known = states.get(pattern);
  if (known !== undefined) return [known];
  const nearest = nearestName(pattern, [...states.keys()]);
  const hint = nearest === null ? '`flowarden rules` lists them all.' : `Did you mean ${nearest}?`;
  return `There is no rule ${JSON.stringify(pattern)}. ${hint}`;
}
