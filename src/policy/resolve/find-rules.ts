/** Rules that a pack names by an id, or by the beginning of ids with `*`. */
import { nearestName } from '../../text/nearest-name.ts';
import type { RuleState, RuleStates } from './rule-state.ts';

const ANY = '*';

/** Returns the rules that a pattern names; if there are none, the problem in one sentence. */
export function findRules(states: RuleStates, pattern: string): readonly RuleState[] | string {
  const start = pattern.slice(0, -ANY.length);
  if (start.includes(ANY)) return `"${pattern}" matches no rule. It may have one *, at the end.`;
  if (pattern.endsWith(ANY)) {
    const found = [...states.values()].filter(({ rule }) => rule.id.startsWith(start));
    return found.length > 0 ? found : `"${pattern}" matches no rule. ${hintFor(start, states)}`;
  }
  const known = states.get(pattern);
  if (known !== undefined) return [known];
  const nearest = nearestName(pattern, [...states.keys()]);
  const hint = nearest === null ? '`flowarden rules` lists them all.' : `Did you mean ${nearest}?`;
  return `There is no rule ${JSON.stringify(pattern)}. ${hint}`;
}

/** Returns what to do about a beginning that no id has, with the nearest one. */
function hintFor(start: string, states: RuleStates): string {
  const beginnings = new Set([...states.keys()].map((id) => id.slice(0, id.lastIndexOf('-') + 1)));
  const nearest = nearestName(start, [...beginnings]);
  return nearest === null ? '`flowarden rules` lists them all.' : `Did you mean ${nearest}${ANY}?`;
}
