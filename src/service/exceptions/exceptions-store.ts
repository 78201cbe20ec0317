/** The exceptions of an organisation: requested, decided and revoked. */

import type { AuditActor } from '../../contract/audit.ts';
import type { ExceptionScope, ExceptionState, ScopedException } from '../../contract/exception.ts';
import type { FileIdentity } from '../../contract/runs/same-file.ts';
import { readCursor, writeCursor } from '../../infra/database/cursor.ts';
import { storableArray, storableText } from '../../infra/database/postgres-text.ts';
import type { TenantTransaction, Transaction } from '../../infra/database/transaction.ts';
import { isUuid } from '../../infra/database/uuid-v7.ts';
import { EXCEPTION_LIMITS } from './limits.ts';

/** Exceptions that a run looks at, those in force first. */
export const EXCEPTIONS_PER_FILE_MAX = 2_000;

/** An exception as stored. */
export interface ExceptionRecord extends Omit<ScopedException, 'places'> {
  readonly orgId: string;
  /** Number of covered places if the finding is a group; else null. */
  readonly placeCount: number | null;
  readonly reason: string;
  /** The validation and the finding in it that it was requested for; null: it was requested for a pattern. */
  readonly validationId: string | null;
  readonly findingId: string | null;
  readonly requestedAt: Date;
  readonly requestedByKind: 'key' | 'user';
  readonly requestedById: string;
  readonly requestedByName: string;
  readonly requestedByEmail: string | null;
  /** Approval or rejection: its time, actor and note. */
  readonly decidedAt: Date | null;
  readonly decidedById: string | null;
  readonly decidedByName: string | null;
  readonly decisionNote: string | null;
  readonly revokedAt: Date | null;
  readonly revokedById: string | null;
  readonly revokedByName: string | null;
  readonly revocationNote: string | null;
  /** Time when its end was announced; null: not yet. */
  readonly announcedAt: Date | null;
}

/** Fields of a new exception. */
export type NewException = Omit<
  ExceptionRecord,
  `decided${string}` | `decision${string}` | `revo${string}` | 'announcedAt' | 'placeCount'
> &
  Pick<ScopedException, 'places'>;

/** Filters of a list; null does not filter. */
export interface ExceptionFilters {
  readonly status: ExceptionState | null;
  readonly ruleId: string | null;
  readonly fileName: string | null;
  readonly requester: AuditActor | null;
}

export interface ExceptionPage {
  readonly items: readonly ExceptionRecord[];
  /** Cursor of the next page; null on the last one. */
  readonly nextCursor: string | null;
}

/** Actor, time and note of a decision. */
export interface Decision {
  readonly by: AuditActor;
  readonly at: Date;
  readonly note: string | null;
}

/** Stores a request. */
export async function insertException(sql: Transaction, made: NewException): Promise<void> {
  await sql`
    insert into exceptions (
      org_id, id, decision, rule_id, file_name, by_base_name, fingerprint, places, location, repository, severity, reason,
      expires_at, validation_id, finding_id, requested_at, requested_by_kind, requested_by_id, requested_by_name, requested_by_email
    ) values (
      ${made.orgId}, ${made.id}, 'pending', ${made.ruleId}, ${storableText(made.fileName)}, ${made.byBaseName},
      ${made.fingerprint}, ${placesOf(made)}::text[], ${storableText(made.location)}, ${storableText(made.repository)},
      ${made.severity},
      ${storableText(made.reason)}, ${made.expiresAt}, ${made.validationId}, ${made.findingId}, ${made.requestedAt}, ${made.requestedByKind},
      ${storableText(made.requestedById)}, ${storableText(made.requestedByName)}, ${storableText(made.requestedByEmail)}
    )`;
}

/** The places as an array literal. */
const placesOf = ({ places }: Pick<NewException, 'places'>): string | null =>
  places === null ? null : storableArray(places);

/** Locks requests of the organisation, so that concurrent ones cannot exceed a limit or duplicate each other. */
export async function lockRequests(sql: TenantTransaction): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtextextended('exceptions of ' || ${sql.orgId}, 0))`;
}

/** Counts the exceptions that are approved or wait, and have not expired; of these, those for patterns. */
export async function countLiveExceptions(
  sql: TenantTransaction,
  now: Date,
): Promise<{ readonly all: number; readonly forPatterns: number }> {
  const [row] = await sql<[{ all: number; forPatterns: number }]>`
    select count(*)::int as all, (count(*) filter (where fingerprint is null))::int as for_patterns
    from exceptions
    where org_id = ${sql.orgId} and decision in ('pending', 'approved') and expires_at > ${now}`;
  return row;
}

/** Returns the id of a pending exception with exactly this scope; undefined if there is none. */
export async function findSameRequest(
  sql: TenantTransaction,
  made: ExceptionScope,
  now: Date,
): Promise<string | undefined> {
  const [row] = await sql<[{ id: string }?]>`
    select id from exceptions
    where org_id = ${sql.orgId} and file_name = ${storableText(made.fileName)} and rule_id = ${made.ruleId}
      and by_base_name = ${made.byBaseName}
      and fingerprint is not distinct from ${made.fingerprint}
      and places is not distinct from ${placesOf(made)}::text[]
      and (fingerprint is not null or location = ${storableText(made.location)})
      and repository is not distinct from ${storableText(made.repository)}
      and decision = 'pending' and expires_at > ${now}
    limit 1`;
  return row?.id;
}

/** Returns the exception with this id, or undefined when the organisation has none. `forUpdate` locks it against other decisions. */
export async function findException(
  sql: TenantTransaction,
  id: string,
  forUpdate = false,
): Promise<ExceptionRecord | undefined> {
  const [row] = await sql<[ExceptionRecord?]>`
    select ${exceptionColumns(sql)} from exceptions where org_id = ${sql.orgId} and id = ${id} ${forUpdate ? sql`for update` : sql``}`;
  return row;
}

/** Lists one page of the organisation's exceptions, newest first. `now` decides which have expired. */
export async function listExceptions(
  sql: TenantTransaction,
  { status, ruleId, fileName, requester }: ExceptionFilters,
  now: Date,
  cursor: string | null,
  pageSize: number,
): Promise<ExceptionPage> {
  const after = cursor === null ? null : readCursor(cursor, isUuid);
  const wanted = {
    pending: sql`and decision = 'pending' and expires_at > ${now}`,
    approved: sql`and decision = 'approved' and expires_at > ${now}`,
    expired: sql`and decision in ('pending', 'approved') and expires_at <= ${now}`,
    rejected: sql`and decision = 'rejected'`,
    revoked: sql`and decision = 'revoked'`,
  } satisfies Record<ExceptionState, unknown>;
  const rows = await sql<ExceptionRecord[]>`
    select ${exceptionColumns(sql)} from exceptions
    where org_id = ${sql.orgId}
      ${status === null ? sql`` : wanted[status]}
      ${ruleId === null ? sql`` : sql`and rule_id = ${storableText(ruleId)}`}
      ${fileName === null ? sql`` : sql`and file_name = ${storableText(fileName)}`}
      ${requester === null ? sql`` : sql`and requested_by_id = ${storableText(requester.id)} and (requested_by_kind = 'user') = ${requester.kind === 'user'}`}
      ${after === null ? sql`` : sql`and id < ${after.id}::uuid`}
    order by id desc
    limit ${pageSize + 1}`;
  const items = rows.slice(0, pageSize);
  const last = items.at(-1);
  const isMore = rows.length > pageSize && last !== undefined;
  return { items, nextCursor: isMore ? writeCursor({ time: last.requestedAt, id: last.id }) : null };
}

/** Approves or rejects one that waits. It must be locked. */
export async function decideException(
  sql: TenantTransaction,
  { id }: Pick<ExceptionRecord, 'id'>,
  decision: 'approved' | 'rejected',
  { by, at, note }: Decision,
): Promise<void> {
  await sql`
    update exceptions set
      decision = ${decision}, decided_at = ${at}, decided_by_id = ${storableText(by.id)},
      decided_by_name = ${storableText(by.name)}, decision_note = ${storableText(note)}
    where org_id = ${sql.orgId} and id = ${id}`;
}

/** Revokes one. It must be locked. */
export async function revokeException(
  sql: TenantTransaction,
  { id }: Pick<ExceptionRecord, 'id'>,
  { by, at, note }: Decision,
): Promise<void> {
  await sql`
    update exceptions set
      decision = 'revoked', revoked_at = ${at}, revoked_by_id = ${storableText(by.id)},
      revoked_by_name = ${storableText(by.name)}, revocation_note = ${storableText(note)}
    where org_id = ${sql.orgId} and id = ${id}`;
}

/**
 * Returns a hash, hexadecimal, of the organisation's decisions at this moment; undefined: it has no exceptions. Nothing else of
 * an exception changes, and a past state never comes back: one hash means the same waivers.
 */
export async function digestExceptions(sql: TenantTransaction, now: Date): Promise<string | undefined> {
  const [row] = await sql<[{ digest: string | null }]>`
    select encode(sha256(convert_to(
      string_agg(concat_ws(' ', id, decision, expires_at <= ${now}), ',' order by id), 'utf8')), 'hex') as digest
    from exceptions where org_id = ${sql.orgId}`;
  return row.digest ?? undefined;
}

/** An exception that may concern files. */
export interface FoundException extends ScopedException {
  /** The name of the file that it is written for; null: a pattern, which the caller has to match. */
  readonly ofName: string | null;
}

/** The names by which exceptions of these files are written. */
export function namesOf(files: readonly FileIdentity[]): readonly string[] {
  return [...new Set(files.flatMap(({ path, formerName }) => [path, formerName ?? path]))];
}

/**
 * Writes the query for exceptions that may concern files of one scope: those for their names, and patterns. Each part reads
 * so many rows at most, in the order of an index: past decisions do not add up.
 */
export function exceptionsOfNames(
  sql: TenantTransaction,
  names: readonly string[],
  scope: string | null,
  now: Date,
) {
  const inScope = sql`(repository = '*' or repository is not distinct from ${storableText(scope)})`;
  const newest = sql`order by id desc limit ${EXCEPTIONS_PER_FILE_MAX}`;
  return sql`
    select of_name as "ofName", id, decision, rule_id as "ruleId", file_name as "fileName",
      by_base_name as "byBaseName", fingerprint, to_jsonb(places) as places, location, repository, severity,
      expires_at as "expiresAt"
    from (
      select name as of_name, in_force.* from unnest(${storableArray(names)}::text[]) as name cross join lateral (
        select * from exceptions
        where org_id = ${sql.orgId} and file_name = name and decision = 'approved' and expires_at > ${now} and ${inScope}
      ) as in_force
      union
      select name, newest.* from unnest(${storableArray(names)}::text[]) as name cross join lateral (
        select * from exceptions where org_id = ${sql.orgId} and file_name = name and ${inScope} ${newest}
      ) as newest
      union
      select null, exceptions.* from exceptions
      where org_id = ${sql.orgId} and is_pattern and decision = 'approved' and expires_at > ${now} and ${inScope}
      union
      (select null, exceptions.* from exceptions where org_id = ${sql.orgId} and is_pattern and ${inScope} ${newest})
    ) as of_file`;
}

/**
 * Finds the exceptions that may concern each of these files of one scope: by its path, by its former name or by a pattern,
 * which the caller has to match.
 */
export async function listExceptionsOf(
  sql: TenantTransaction,
  files: readonly FileIdentity[],
  now: Date,
): Promise<(file: FileIdentity) => readonly ScopedException[]> {
  const [first] = files;
  if (first === undefined) return () => [];
  const found = await sql<FoundException[]>`
    select * from (${exceptionsOfNames(sql, namesOf(files), first.scope, now)}) as found`;
  const byName = Map.groupBy(found, ({ ofName }) => ofName);
  return (file) => {
    const names = [...namesOf([file]).map(storableText), null];
    return exceptionsToLookAt(
      names.flatMap((name) => byName.get(name) ?? []),
      now,
    );
  };
}

/**
 * Selects the exceptions of one file that a run applies. Those in force come first, so that none of them is lost when there
 * are more than the limit.
 */
export function exceptionsToLookAt(found: readonly FoundException[], now: Date): readonly ScopedException[] {
  const isInForce = ({ decision, expiresAt }: ScopedException) => decision === 'approved' && expiresAt > now;
  const sorted = [...new Map(found.map((one) => [one.id, one])).values()].sort(
    (a, b) => Number(isInForce(b)) - Number(isInForce(a)) || (a.id < b.id ? 1 : -1),
  );
  let forPatterns = 0;
  return sorted.slice(0, EXCEPTIONS_PER_FILE_MAX).filter(({ fingerprint }) => {
    if (fingerprint === null) forPatterns += 1;
    return fingerprint !== null || forPatterns <= EXCEPTION_LIMITS.exceptionsForPatternsMax;
  });
}

/** Writes the columns of a record, and the fingerprint. */
export function exceptionColumns(sql: Transaction) {
  return sql`
    org_id, id, decision, rule_id, file_name, by_base_name, fingerprint, cardinality(places) as place_count, location,
    repository, severity, reason, expires_at, validation_id, finding_id, requested_at, requested_by_kind, requested_by_id, requested_by_name, requested_by_email,
    decided_at, decided_by_id, decided_by_name, decision_note, revoked_at, revoked_by_id, revoked_by_name,
    revocation_note, announced_at`;
}
