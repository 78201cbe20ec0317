/** Addresses of people in the organisation that are fixed in the flow. */

import { matchesWildcard } from '../../../text/wildcard.ts';
import { literalOf } from '../../model/navigate.ts';
import { defineRule } from '../define-rule.ts';

/** Settings with the people who get a mail, a message or a task, in the words of the connectors. */
const RECIPIENT = /(?:^|[/.])(?:to|cc|bcc|recipients?|torecipients|assignedto)$/i;
/** Mail addresses; the domain is captured. */
const ADDRESS = /[\w.+-]@([\w-]{1,100}(?:\.[\w-]{1,100}){1,5})/g;

export const rule = defineRule('PAF-CFG-002', {
  inventory: {
    kind: 'mail_domain',
    reported: (domains, { internalDomains }) =>
      domains.filter((domain) => internalDomains.some((pattern) => matchesWildcard(domain, pattern))),
  },
  level: 'activity',
  words: ['@'],
  *check(activity, { options }) {
    for (const property of activity.properties) {
      if (!RECIPIENT.test(property.name)) continue;
      const domains = [...(literalOf(property) ?? '').matchAll(ADDRESS)].map(([, domain]) => domain!);
      const internal = domains.find((domain) =>
        options.internalDomains.some((pattern) => matchesWildcard(domain, pattern)),
      );
      if (internal === undefined) continue;
      yield {
        at: property,
        subject: property.name,
        message: `"${activity.name}" has a fixed recipient at "${internal}".`,
      };
    }
  },
});
