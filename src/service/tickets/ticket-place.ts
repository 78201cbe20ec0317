/** Addresses of trackers, and what each kind needs to fill a ticket. */
import { SEVERITIES, type Severity } from '../../analysis/model/rule.ts';
import { AppError } from '../../errors.ts';
import { type AddressGuard, allowsHost } from '../../infra/network/address-guard.ts';
import type { FieldValues, TicketMapping, TicketPlace, TicketTargetInterface } from './ticket-target.ts';

const EXAMPLES = {
  jira_cloud: 'https://acme.atlassian.net',
  jira_server: 'https://jira.example.com',
  servicenow: 'https://acme.service-now.com',
} as const satisfies Record<TicketTargetInterface, string>;

const JIRA_PROJECT = /^[A-Z][A-Z0-9_]{1,79}$/;
const SERVICENOW_TABLE = /^[a-z][a-z0-9_]{0,79}$/;
const JIRA_FIELD = /^[A-Za-z][A-Za-z0-9_]{0,79}$/;
/** Fields that the service fills. */
const OWN_FIELDS: readonly string[] = [
  ...['project', 'issuetype', 'summary', 'description', 'labels', 'priority'],
  ...['short_description', 'correlation_id', 'correlation_display', 'urgency', 'state', 'work_notes'],
];
/** Fields of one ticket that a mapping may set. */
export const TICKET_FIELDS_MAX = 20;

const bad = (field: string, what: string) => new AppError('invalid_field', `${field} ${what}.`, { field });

/** Reads the address of a tracker, without a slash at its end. @throws AppError `invalid_field` */
export function readTrackerUrl(kind: TicketTargetInterface, text: string, guard: AddressGuard): string {
  const url = URL.parse(text);
  if (url === null || url.hostname === '') throw bad('url', `is not an address such as ${EXAMPLES[kind]}`);
  if (url.protocol !== 'https:')
    throw bad('url', `begins with ${url.protocol}//; it must begin with https://`);
  if (url.username !== '' || url.password !== '')
    throw bad('url', 'holds a user name or password; set a credential instead');
  if (url.search !== '' || url.hash !== '')
    throw bad('url', `must end before "?" and "#", as ${EXAMPLES[kind]}`);
  if (!allowsHost(url, guard))
    throw bad(
      'url',
      `leads to ${url.hostname}, which is not a public address. The operator may allow its network with FLOWARDEN_TICKET_NETWORKS`,
    );
  return url.origin + url.pathname.replace(/\/$/, '');
}

/** Checks the project, which is part of addresses and queries. @throws AppError `invalid_field` */
export function requireTrackerProject({ kind, project }: TicketPlace): void {
  if (kind === 'servicenow') {
    if (!SERVICENOW_TABLE.test(project))
      throw bad('project', 'must be the name of a table, such as incident');
  } else if (!JIRA_PROJECT.test(project))
    throw bad('project', 'must be the key of a project, such as ROBOTS');
}

/** Checks what a kind needs, and what it does not have. @throws AppError `missing_field`, `invalid_field` */
export function requireSoundMapping(kind: TicketTargetInterface, mapping: TicketMapping): void {
  const { issueType, priorities, fields, closingFields, closedStatus, reopenedStatus } = mapping;
  if (kind === 'servicenow') {
    if (issueType !== null) throw bad('issue_type', 'is nothing that servicenow has');
    for (const [field, value] of Object.entries({
      closed_status: closedStatus,
      reopened_status: reopenedStatus,
    }))
      if (value !== null && !/^-?\d{1,4}$/.test(value))
        throw bad(field, 'must be the number of a state, such as 6');
  } else if (issueType === null)
    throw new AppError('missing_field', 'issue_type is missing. Name the type of new tickets, such as Bug.', {
      field: 'issue_type',
    });
  for (const severity of Object.keys(priorities))
    if (!SEVERITIES.includes(severity as Severity))
      throw bad(
        'priorities',
        `has ${JSON.stringify(severity.slice(0, 40))}; the severities are ${SEVERITIES.join(', ')}`,
      );
  requireFields('fields', fields);
  requireFields('closing_fields', closingFields);
}

function requireFields(field: string, values: FieldValues): void {
  const names = Object.keys(values);
  if (names.length > TICKET_FIELDS_MAX) throw bad(field, `has more than ${TICKET_FIELDS_MAX} fields`);
  for (const name of names) {
    const quoted = JSON.stringify(name.slice(0, 40));
    if (!JIRA_FIELD.test(name)) throw bad(field, `has ${quoted}, which is no name of a field`);
    if (OWN_FIELDS.includes(name)) throw bad(field, `has ${quoted}, which the service fills`);
    try {
      fieldValue(values[name]!);
    } catch {
      throw bad(field, `has a value for ${quoted} that begins like JSON and is none`);
    }
  }
}

/** Returns the value of a field as it is sent. @throws SyntaxError for broken JSON */
export function fieldValue(value: string): unknown {
  return /^[[{]/.test(value) ? JSON.parse(value) : value;
}
