/** Variables of a Power Automate flow that nothing reads. */

import { derived } from '../../model/interning/derived.ts';
import type { Workflow } from '../../model/workflow.ts';

/** Read with a computed name: it can be any variable. */
const ANY_VARIABLE = 'variable:*';

/**
 * Prefix of a flow's own variables. Environment variables, which a solution declares beside the flows that read them,
 * have other keys.
 */
const OF_FLOW = 'variable:';

/** Returns the keys of the variables that no expression mentions. */
export const unreadVariables = derived(({ variables, mentions }: Workflow): ReadonlySet<string> => {
  const unread = new Set<string>();
  for (const { key } of variables) if (key.startsWith(OF_FLOW)) unread.add(key);
  for (const key of mentions.keys) {
    if (key === ANY_VARIABLE) unread.clear();
    else unread.delete(key);
  }
  return unread;
});
