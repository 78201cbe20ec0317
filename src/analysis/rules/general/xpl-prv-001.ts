/** Mail to an address outside the organisation that is fixed in the file. */

import { matchesWildcard } from '../../../text/wildcard.ts';
import { literalOf } from '../../model/navigate.ts';
import { defineRule } from '../define-rule.ts';

/** Settings with those who get a mail or a message, in the words of the vendors. */
const RECIPIENT = /(?:^|[/. ])(?:to|sendto|mailto|cc|bcc|recipients?|torecipients)$/i;
/** Mail addresses; the domain is captured. */
const ADDRESS = /[\w.+-]@([\w-]{1,100}(?:\.[\w-]{1,100}){1,5})/g;

/** Returns whether a domain belongs neither to the organisation nor to a partner. */
function isExternal(
  domain: string,
  {
    internalDomains,
    partnerDomains,
  }: Readonly<Record<'internalDomains' | 'partnerDomains', readonly string[]>>,
): boolean {
  return ![...internalDomains, ...partnerDomains].some((pattern) => matchesWildcard(domain, pattern));
}

export const rule = defineRule('XPL-PRV-001', {
  inventory: {
    kind: 'mail_domain',
    reported: (domains, options) => domains.filter((domain) => isExternal(domain, options)),
  },
  level: 'activity',
  words: ['@'],
  *check(activity, { options }) {
    for (const property of activity.properties) {
      if (!RECIPIENT.test(property.name)) continue;
      const domains = [...(literalOf(property) ?? '').matchAll(ADDRESS)].map(([, domain]) => domain!);
      const external = domains.find((domain) => isExternal(domain, options));
      if (external === undefined) continue;
      yield {
        at: property,
        subject: property.name,
        message: `"${activity.name}" has a fixed recipient at "${external.toLowerCase()}", outside the organisation.`,
      };
    }
  },
});
