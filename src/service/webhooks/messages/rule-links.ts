/** Links from a chat message to the pages of rules. */
import type { ChatLink } from './chat-message.ts';

/** Links of one message: with that of the result they are as many as a card shows. */
const RULES_MAX = 3;

const RULE_ID = /^[A-Z]{3}-[A-Z]{3}-\d{3}$/;

/** Returns a link for each of the first rules. Unknown ids have no page. */
export function ruleLinks(ruleIds: readonly string[], baseUrl: string): readonly ChatLink[] {
  const known = [...new Set(ruleIds)].filter((id) => RULE_ID.test(id));
  return known.slice(0, RULES_MAX).map((id) => ({ name: `About ${id}`, url: `${baseUrl}/docs/rules/${id}` }));
}
