/** Mail to an address outside the organisation that is fixed in the file. */
import { literalOf } from '../../model/navigate.ts';
import { defineRule } from '../../model/rule.ts';
import { matchesWildcard } from '../../patterns/wildcard.ts';

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

const uipathMail = (to: string): string => `<ui:SendMail To="${to}" Subject="Orders" />`;
const cloudMail = (to: string, body = 'Done'): string =>
  `"Send": {"type": "OpenApiConnection", "inputs": {"host": {"connectionName": "shared_office365", "operationId": "SendEmailV2", "apiId": "/providers/Microsoft.PowerApps/apis/shared_office365"}, "parameters": {"emailMessage/To": "${to}", "emailMessage/Body": "${body}"}}, "runAfter": {}}`;
const botMail = (to: string, name = 'to'): string =>
  `{"commandName": "sendMail", "packageName": "Email", "attributes": [{"name": "${name}", "value": {"type": "STRING", "string": "${to}"}}]}`;
const stageMail = (expression: string, input = 'To'): string =>
  `<stage stageid="a" name="Send" type="Action"><resource object="MAPIEx" action="Send Email"/><inputs><input type="text" name="${input}" expr="${expression}"/></inputs></stage>`;

export const rule = defineRule({
  id: 'XPL-PRV-001',
  version: 1,
  title: 'Mail to an external address that is fixed',
  platforms: ['uipath', 'power-automate', 'automation-anywhere', 'blue-prism'],
  category: 'data-privacy',
  severity: 'medium',
  confidence: 'high',
  kind: 'issue',
  preset: 'recommended',
  why: 'Each run sends data out of the organisation, to a receiver that nobody reviews when the data changes.',
  fix: 'Send to a group of the organisation, or have the domain added to the approved partners.',
  compliance: ['DLP'],
  controls: ['CWE-201'],
  options: {
    internalDomains: {
      default: [] as readonly string[],
      about: 'Mail domains of the organisation; `*` stands for any characters.',
      stricter: 'shorter',
    },
    partnerDomains: {
      default: [] as readonly string[],
      about: 'Mail domains of approved partners; `*` stands for any characters.',
      stricter: 'shorter',
    },
  },
  needsOneOf: ['internalDomains'],
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
  examples: {
    uipath: {
      options: { internalDomains: ['corp.example', '*.corp.example'], partnerDomains: ['partner.example'] },
      bad: [uipathMail('ada@gmail.com'), uipathMail('ben@corp.example; eva@notcorp.example')],
      good: [
        uipathMail('ada@corp.example; ben@de.Corp.example; eva@partner.example'),
        uipathMail('[in_Recipient]'),
        // Near miss: who sends it, and whose account is used.
        '<ui:SendMail To="[in_To]" From="ada@other.example" Email="ada@other.example" />',
      ],
    },
    'power-automate': {
      options: { internalDomains: ['corp.example'] },
      bad: [cloudMail('ada@gmail.com'), cloudMail('team@corp.example;ada@other.example')],
      good: [
        cloudMail('team@corp.example'),
        cloudMail("@parameters('Team (crm_Team)')"),
        // Near miss: an address in the text of the mail.
        cloudMail('team@corp.example', 'Write to ada@other.example'),
      ],
    },
    'automation-anywhere': {
      options: { internalDomains: ['corp.example'] },
      bad: [botMail('ada@other.example'), botMail('ada@other.example', 'bcc')],
      good: [botMail('ada@corp.example'), botMail('$sTo$'), botMail('ada@other.example', 'from')],
    },
    'blue-prism': {
      options: { internalDomains: ['corp.example'] },
      bad: [
        stageMail('&quot;ada@other.example&quot;'),
        stageMail('&quot;ada@corp.example,eva@other.example&quot;', 'CC'),
      ],
      good: [
        stageMail('&quot;ada@corp.example&quot;'),
        stageMail('[Recipient]'),
        stageMail('&quot;ada@other.example&quot;', 'Sender'),
      ],
    },
  },
});
