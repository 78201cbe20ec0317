/** A custom connector, or a raw request to a service that has a connector of its own. */

import { matchesWildcard } from '../../../text/wildcard.ts';
import { isLive, propertyOf } from '../../model/navigate.ts';
import type { Activity } from '../../model/workflow.ts';
import { connectorName } from '../../patterns/power-automate/flow-operation.ts';
import { defineRule } from '../define-rule.ts';

/** `new-5forders-5f4c2f…`: publisher, name and hash, as a solution writes the name of a custom connector. */
const CUSTOM = /-5f[0-9a-f]{16,32}$/;

const HOST = /^https?:\/\/([\w.-]{1,253})/i;

/** Returns what an action uses in place of a governed connector, or undefined. */
function detour(action: Activity, hosts: readonly string[]): string | undefined {
  const connector = connectorName(action);
  if (CUSTOM.test(connector))
    return `the custom connector "${connector.replace(CUSTOM, '').replaceAll('-5f', '_')}"`;
  if (action.type !== 'Http') return undefined;
  const host = HOST.exec(propertyOf(action, 'inputs.uri')?.text ?? '')?.[1]?.toLowerCase();
  return host !== undefined && hosts.some((pattern) => matchesWildcard(host, pattern))
    ? `a raw request to ${host}`
    : undefined;
}

export const rule = defineRule('PAF-SEC-019', {
  level: 'workflow',
  *check(workflow, { options }) {
    const reported = new Set<string>();
    for (const action of workflow.activities) {
      const what = isLive(action) ? detour(action, options.hosts) : undefined;
      if (what === undefined || reported.has(what)) continue;
      reported.add(what);
      yield { at: action, subject: what, message: `"${action.name}" uses ${what}.` };
    }
  },
});
