/** Rules that a pack names by an id, or by the beginning of ids with `*`. */
import { nearestName } from '../../text/nearest-name.ts';
import type { RuleState, RuleStates } from './rule-state.ts';

const ANY = '*';

/** Pattern that names no rule: what is wrong, and what to do, which takes longer to find out. */
export interface UnknownRules {
  readonly message: string;
  hint(): string;
}

/** Returns the rules that a pattern names; if there are none, the problem. */
export function findRules(states: RuleStates, pattern: string): readonly RuleState[] | UnknownRules {
  const matchesNone = `"${pattern}" matches no rule.`;
  const start = pattern.slice(0, -ANY.length);
  if (start.includes(ANY)) return { message: matchesNone, hint: () => 'It may have one *, at the end.' };
  if (pattern.endsWith(ANY)) {
    const found = [...states.values()].filter(({ rule }) => rule.id.startsWith(start));
    return found.length > 0 ? found : { message: matchesNone, hint: () => hintFor(start, states) };
  }
  const known = findState(states, pattern);
  if (known !== undefined) return [known];
  return {
    message: `There is no rule ${JSON.stringify(pattern)}.`,
    hint() {
      const nearest = nearestName(pattern, [...states.keys()]);
      return nearest === undefined ? '`flowarden rules` lists them all.' : `Did you mean ${nearest}?`;
    },
  };
}

/** Returns the rule that has this id, or had it before. */
export function findState(states: RuleStates, id: string): RuleState | undefined {
  return states.get(id) ?? [...states.values()].find(({ rule }) => rule.replaces?.includes(id));
}

/** Returns what to do about a beginning that no id has, with the nearest one. */
function hintFor(start: string, states: RuleStates): string {
  const beginnings = new Set([...states.keys()].map((id) => id.slice(0, id.lastIndexOf('-') + 1)));
  const nearest = nearestName(start, [...beginnings]);
  return nearest === undefined ? '`flowarden rules` lists them all.' : `Did you mean ${nearest}${ANY}?`;
}
