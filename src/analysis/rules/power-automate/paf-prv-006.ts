/** A connector of a service for private persons in a flow of the organisation. */
import { defineRule } from '../../model/rule.ts';
import { namedBy, plainConnector, usedConnectors } from '../../patterns/power-automate/used-connectors.ts';

const call = (api: string, operation: string): string =>
  `"Keep":{"type":"OpenApiConnection","inputs":{"host":{"connectionName":"c","operationId":"${operation}",
    "apiId":"/providers/Microsoft.PowerApps/apis/shared_${api}"},"parameters":{}}}`;

export const rule = defineRule({
  id: 'PAF-PRV-006',
  version: 1,
  title: 'Consumer-grade cloud connector',
  platforms: ['power-automate'],
  category: 'data-privacy',
  severity: 'medium',
  confidence: 'high',
  kind: 'issue',
  preset: 'recommended',
  why: "What goes there lies in somebody's private account: the organisation can neither protect it nor delete it, and keeps no record of it when the person leaves.",
  fix: 'Use the mail, storage or chat of the organisation (Office 365 Outlook, OneDrive for Business, SharePoint, Teams), and let a data policy block the connector.',
  compliance: ['DLP'],
  options: {
    connectors: {
      default: [
        'onedrive',
        'outlook',
        'todoconsumer',
        'gmail',
        'googledrive',
        'googlesheet',
        'googlecalendar',
        'googlecontacts',
        'googletasks',
        'dropbox',
        'twitter',
        'facebook',
        'instagram',
        'telegram*',
        'pinterest',
      ] as readonly string[],
      about: 'Connectors of services for private persons, by their API name without `shared_`; with `*`.',
      stricter: 'longer',
    },
  },
  inventory: {
    kind: 'connector',
    reported: (names, { connectors }) => namedBy(names, connectors),
    each: 'name',
    subjectOf: plainConnector,
  },
  level: 'workflow',
  *check(workflow, { options }) {
    for (const { name, at } of usedConnectors(workflow)) {
      if (namedBy([name], options.connectors).length === 0) continue;
      yield { at, subject: name, message: `"${at.name}" uses the connector "${name}" for private accounts.` };
    }
  },
  examples: {
    'power-automate': {
      bad: [call('gmail', 'SendEmailV2'), call('dropbox', 'CreateFile'), call('outlook', 'SendEmailV2')],
      good: [
        // Near misses: the services of an organisation have names that begin like those of its people.
        call('onedriveforbusiness', 'CreateFile'),
        call('office365', 'SendEmailV2'),
        call('todo', 'CreateToDo'),
      ],
    },
  },
});
