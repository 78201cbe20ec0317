/** Announcements of sources: pulls, drift and credentials. Needs the owner's connection: it lists rows of all organisations. */
import type { ArtefactState } from '../../../contract/lists/artefact-state.ts';
import { storableJson } from '../../../infra/database/postgres-text.ts';
import type { TenantTransaction, Transaction } from '../../../infra/database/transaction.ts';
import { MINUTE_MS } from '../../../units.ts';

/** Source that an event names. */
export interface AnnouncedSource {
  readonly orgId: string;
  readonly sourceId: string;
  readonly sourceName: string;
  readonly sourceKind: string;
}

/** Pull that has ended, and whose events have not been made. */
export interface EndedPull extends AnnouncedSource {
  readonly id: string;
  readonly isProbe: boolean;
  readonly outcome: string;
  readonly problem: string | null;
  readonly endedAt: Date;
  /** The pull before failed too. */
  readonly isFailedAgain: boolean;
  /** A webhook names `source.drift_found`. */
  readonly isDriftHeard: boolean;
}

/** Lists pulls of all organisations that are not announced yet, those that ended first. */
export async function listEndedPulls(sql: Transaction, rowsMax: number): Promise<readonly EndedPull[]> {
  return sql<EndedPull[]>`
    select pull.org_id, pull.id, source_id, source.name as source_name, source.kind as source_kind, is_probe, outcome,
      problems ->> 0 as problem, ended_at,
      coalesce((
        select earlier.outcome = 'failed' from source_pulls as earlier
        where earlier.org_id = pull.org_id and earlier.source_id = pull.source_id and earlier.id < pull.id
          and not earlier.is_probe and earlier.outcome <> 'canceled'
        order by earlier.id desc limit 1
      ), false) as is_failed_again,
      exists (
        select from webhooks where org_id = pull.org_id and 'source.drift_found' = any(events)
      ) as is_drift_heard
    from source_pulls as pull join sources as source on source.org_id = pull.org_id and source.id = source_id
    where pull.state = 'ended' and announced_at is null
    order by ended_at limit ${rowsMax}`;
}

/** Time for which a run holds a pull that it follows up, if its process dies. */
const HELD_MS_MAX = 10 * MINUTE_MS;

/** Holds a pull, so that a run that begins meanwhile leaves it. Returns false when another run holds it, or has announced it. */
export async function holdEndedPull(
  sql: Transaction,
  { orgId, id }: Pick<EndedPull, 'orgId' | 'id'>,
): Promise<boolean> {
  const result = await sql`
    update source_pulls set leased_until = now() + ${HELD_MS_MAX} * interval '1 millisecond'
    where org_id = ${orgId} and id = ${id} and announced_at is null and coalesce(leased_until < now(), true)`;
  return result.count === 1;
}

/** Gives a pull back that could not be followed up. */
export async function releaseEndedPull(
  sql: Transaction,
  { orgId, id }: Pick<EndedPull, 'orgId' | 'id'>,
): Promise<void> {
  await sql`update source_pulls set leased_until = null where org_id = ${orgId} and id = ${id} and state = 'ended'`;
}

/** Marks a pull as announced. Returns false when another process has. */
export async function takeEndedPull(sql: TenantTransaction, id: string): Promise<boolean> {
  const result = await sql`
    update source_pulls set announced_at = now(), leased_until = null
    where org_id = ${sql.orgId} and id = ${id} and announced_at is null`;
  return result.count === 1;
}

/** Reads the drift of a source that was announced, by artefact. */
export async function readAnnouncedStates(
  sql: TenantTransaction,
  sourceId: string,
): Promise<ReadonlyMap<string, string>> {
  const rows = await sql<{ id: string; announcedState: string }[]>`
    select id, announced_state from source_artefacts
    where org_id = ${sql.orgId} and source_id = ${sourceId} and announced_state is not null`;
  return new Map(rows.map(({ id, announcedState }) => [id, announcedState]));
}

/** State of an artefact that was announced; null: it has no drift. */
export interface AnnouncedState {
  readonly id: string;
  readonly state: ArtefactState | null;
}

/** Stores the drift that is announced. */
export async function storeAnnouncedStates(
  sql: TenantTransaction,
  states: readonly AnnouncedState[],
): Promise<void> {
  if (states.length === 0) return;
  await sql`
    update source_artefacts as artefact set announced_state = found.state
    from jsonb_to_recordset(${storableJson(states)}::text::jsonb) as found(id uuid, state text)
    where artefact.org_id = ${sql.orgId} and artefact.id = found.id`;
}

/** Credential that is about to end. */
export interface ExpiringCredential extends AnnouncedSource {
  readonly expiresAt: Date;
}

/**
 * Takes credentials of all organisations that end within one of these numbers of days. Each is taken once for a number; one with
 * a next beside it is left out. A day is 24 hours.
 */
export async function takeExpiringCredentials(
  sql: Transaction,
  warningDays: readonly number[],
  now: Date,
  rowsMax: number,
): Promise<readonly ExpiringCredential[]> {
  return sql<ExpiringCredential[]>`
    with due as (
      select credential.org_id, source_id, source.name, source.kind, reached.days
      from source_credentials as credential
      join sources as source on source.org_id = credential.org_id and source.id = source_id
      cross join lateral (
        select min(days) as days from jsonb_array_elements_text(${storableJson(warningDays)}::text::jsonb) as one(value)
        cross join lateral (select value::integer as days) as warning
        where expires_at <= ${now}::timestamptz + days * interval '24 hours'
      ) as reached
      where credential.state = 'current' and expires_at > ${now} and reached.days is not null
        and (announced_days is null or announced_days > reached.days)
        and not exists (
          select from source_credentials as next
          where next.org_id = credential.org_id and next.source_id = credential.source_id and next.state = 'next'
        )
      order by expires_at limit ${rowsMax}
      for update of credential skip locked
    )
    update source_credentials as credential set announced_days = due.days
    from due
    where credential.org_id = due.org_id and credential.source_id = due.source_id and credential.state = 'current'
    returning credential.org_id, credential.source_id, due.name as source_name, due.kind as source_kind, expires_at`;
}
