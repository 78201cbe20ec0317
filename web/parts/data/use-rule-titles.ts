/** Titles of rules. */
import { listRules } from '../../api/calls/rules.ts';
import { useCall } from '../../api/use-call.ts';
import { hasScope } from '../../session/session.ts';

/** Returns a function from the id of a rule to its title; the id until they are loaded, and for rules of no catalogue. */
export function useRuleTitles(): (ruleId: string) => string {
  const { data } = useCall(listRules, {}, { isEnabled: hasScope(['analysis:read']) });
  const titles = new Map((data?.rules ?? []).map(({ ruleId, title }) => [ruleId, title]));
  return (ruleId) => titles.get(ruleId) ?? ruleId;
}
