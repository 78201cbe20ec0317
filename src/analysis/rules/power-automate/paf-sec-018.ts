/** A flow calls a host that the endpoint rules of the data policy deny. */

import { matchesWildcard } from '../../../text/wildcard.ts';
import { literalOf } from '../../model/navigate.ts';
import { defineRule } from '../define-rule.ts';

/** Settings with the address of an HTTP step. */
const ADDRESS = /(?:^|[./])(?:uri|url)$/i;
/** Host of an address whose host is fixed text. */
const HOST = /^\s*https?:\/\/(?:[^/?#@\s]*@)?([^/?#:@\s{}]+)(?:[:/?#]|$)/i;

/**
 * Returns whether the rules deny a host: the first entry that matches decides, as in Power Platform. A host that no entry
 * matches is denied if an entry allows others.
 */
function isDenied(host: string, endpoints: readonly string[]): boolean {
  for (const entry of endpoints) {
    const [verdict = '', pattern = ''] = entry.split(' ');
    if (matchesWildcard(host, pattern)) return verdict === 'deny';
  }
  return endpoints.some((entry) => entry.startsWith('allow '));
}

export const rule = defineRule('PAF-SEC-018', {
  inventory: {
    kind: 'host',
    reported: (hosts, { endpoints }) => hosts.filter((host) => isDenied(host, endpoints)),
  },
  level: 'activity',
  roles: ['http'],
  words: ['://'],
  *check(activity, { options }) {
    for (const property of activity.properties) {
      if (!ADDRESS.test(property.name)) continue;
      const host = HOST.exec(literalOf(property) ?? property.text)?.[1]?.toLowerCase();
      if (host === undefined || !isDenied(host, options.endpoints)) continue;
      yield {
        at: property,
        subject: property.name,
        group: host,
        message: `"${activity.name}" calls "${host}", which is not allowed.`,
      };
    }
  },
});
