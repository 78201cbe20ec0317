/** `flowarden audit list`: prints entries of the audit log with their changes. */

import {
  AUDIT_ACTIONS,
  AUDIT_TARGET_KINDS,
  type AuditRecord,
  type FieldChange,
} from '../../contract/audit.ts';
import { FIELD_LIMITS } from '../../gen/contract/field-limits.ts';
import type { Sql } from '../../infra/database/connections.ts';
import { inTransaction } from '../../infra/database/database.ts';
import { readAuditLog } from '../../service/audit/audit-log.ts';
import type { AuditFilters, AuditPage } from '../../service/audit/audit-store.ts';
import { showControlCharacters } from '../../text/control-characters.ts';
import { dayOf } from './operator.ts';
import { knownOrganisation } from './organisation.ts';

const ENTRIES_DEFAULT = 50;
const ENTRIES_MAX = 100_000;

/** Options of the command. */
export const LIST_OPTIONS = {
  org: { type: 'string' },
  since: { type: 'string' },
  until: { type: 'string' },
  action: { type: 'string' },
  actor: { type: 'string' },
  target: { type: 'string' },
  limit: { type: 'string' },
} as const;

/** Help for these options. */
export const LIST_USAGE = `  --org       the organisation; not needed when there is only one
  --since     from this day or time on (2026-11-21 or 2026-11-21T09:00:00Z)
  --until     before this day or time
  --action    only this action, such as settings.updated
  --actor     only actions of this actor: id of a key, subject of a user, or account of the operator
  --target    only actions on this kind of object, or on one: api_key, or api_key:b7Xk20Qd
  --limit     the largest number of entries (default: ${ENTRIES_DEFAULT})
`;

type Values = Readonly<Partial<Record<keyof typeof LIST_OPTIONS, string>>>;

/** Checked options. */
export interface ListRequest {
  readonly org: string | undefined;
  readonly filters: AuditFilters;
  readonly entriesMax: number;
}

/** Reads the options; `reject` ends the command if one is invalid. */
export function readListRequest(values: Values, reject: (message: string) => never): ListRequest {
  const { org, since, until, action, actor, target, limit } = values;
  const [kind, ...id] = (target ?? '').split(':');
  return {
    org,
    entriesMax: limitOf(limit, reject),
    filters: {
      action: choiceOf('--action', action, AUDIT_ACTIONS, reject),
      actorId: actor ?? null,
      targetKind: choiceOf('--target', kind, AUDIT_TARGET_KINDS, reject),
      targetId: id.length === 0 ? null : id.join(':'),
      since: timeOf('--since', since, reject),
      until: timeOf('--until', until, reject),
    },
  };
}

/** Prints the entries, the newest first. */
export async function listEntries(
  owner: Sql,
  { org, filters, entriesMax }: ListRequest,
  write: (text: string) => void,
): Promise<void> {
  const orgId = await inTransaction(owner, (sql) => knownOrganisation(sql, org));
  let cursor: string | null = null;
  let left = entriesMax;
  do {
    const size = Math.min(left, FIELD_LIMITS['ListFeedRequest.pageSize'].max);
    const page: AuditPage = await readAuditLog(owner, orgId, filters, cursor, size);
    for (const entry of page.items) write(describe(entry));
    left -= page.items.length;
    cursor = page.nextCursor;
  } while (cursor !== null && left > 0);
  if (left === entriesMax) write('No entries.\n');
}

function describe({ sequence, occurredAt, actor, action, target, changes }: AuditRecord): string {
  const done = `${target.kind} ${quoted(target.name)} ${quoted(target.id)}`;
  const by = `by ${actor.kind} ${quoted(actor.name)} ${quoted(actor.id)}`;
  const head = `${sequence}  ${occurredAt.toISOString()}  ${action}  ${done}  ${by}\n`;
  return head + changes.map(changeLine).join('');
}

function changeLine({ field, from, to }: FieldChange): string {
  return `    ${field}: ${quoted(from)} → ${quoted(to)}\n`;
}

/** Formats any value on one line. */
function quoted(value: unknown): string {
  return showControlCharacters(JSON.stringify(value));
}

function choiceOf<Name extends string>(
  option: string,
  text: string | undefined,
  known: readonly Name[],
  reject: (message: string) => never,
): Name | null {
  if (text === undefined || text === '') return null;
  const found = known.find((name) => name === text);
  return found ?? reject(`${option} is "${text}"; it must be one of: ${known.join(', ')}.`);
}

function timeOf(option: string, text: string | undefined, reject: (message: string) => never): Date | null {
  if (text === undefined) return null;
  const time = dayOf(text) ?? new Date(/^\d{4}-\d\d-\d\dT.*(?:Z|[+-]\d\d:\d\d)$/.test(text) ? text : NaN);
  if (!Number.isNaN(time.getTime())) return time;
  return reject(
    `${option} is "${text}"; it must be a day or a time, such as 2026-11-21 or 2026-11-21T09:00:00Z.`,
  );
}

function limitOf(text: string | undefined, reject: (message: string) => never): number {
  if (text === undefined) return ENTRIES_DEFAULT;
  const limit = /^\d{1,6}$/.test(text) ? Number(text) : 0;
  if (limit >= 1 && limit <= ENTRIES_MAX) return limit;
  return reject(`--limit is "${text}"; it must be 1 to ${ENTRIES_MAX}.`);
}
