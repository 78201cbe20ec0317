/** A workflow decides at run time which workflow or process it starts. */

import { matchesWildcard } from '../../../text/wildcard.ts';
import type { Expression } from '../../model/workflow.ts';
import { lastName } from '../../semantics/callee.ts';
import { walk } from '../../semantics/visit.ts';
import { defineRule } from '../define-rule.ts';

/** Returns the first names that an expression mentions, as the author writes them. */
function writtenNames({ mentions, tree }: Expression): string[] {
  const names = Array.from(walk(tree), lastName);
  return mentions
    .slice(0, 3)
    .map((key) => names.find((name) => name === key || name?.toLowerCase() === key) ?? key);
}

export const rule = defineRule('UIP-MNT-016', {
  level: 'call',
  *check(call, { workflow, options }) {
    if (call.target !== undefined) return;
    const activity = workflow.activities[call.owner]!;
    const { expression, name } = activity.properties.find(({ at }) => at === call.at)!;
    // A path that is joined from fixed pieces is known.
    if (expression === undefined || expression.mentions.length === 0) return;
    if (options.allowPattern !== '' && matchesWildcard(expression.text, options.allowPattern)) return;
    yield {
      at: { at: call.at, owner: call.owner, name },
      message: `"${call.name}" computes the name of the workflow to invoke from "${writtenNames(expression).join('", "')}".`,
      subject: name,
    };
  },
});
