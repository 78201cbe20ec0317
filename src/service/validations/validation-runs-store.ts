/** Validations that are submitted now and run later: the queue's rows, from the submission to the end. */

import type { ValidationStatus } from '../../contract/lists/validation-status.ts';
import type { ErrorCode, ErrorDetails } from '../../errors.ts';
import { storableArray, storableJson } from '../../infra/database/postgres-text.ts';
import type { Fragment, TenantTransaction, Transaction } from '../../infra/database/transaction.ts';
import { insertCallback, insertEvent } from '../webhooks/events-store.ts';
import {
  columnsOf,
  QUEUED_FIELDS,
  RUN_FIELDS,
  readFields,
  type StoredValidation,
  valuesOf,
} from './validation-columns.ts';
import { validationCompleted } from './validation-events.ts';
import type { ValidationRecord } from './validation-record.ts';
import { validationRow } from './validations-store.ts';

/** A validation between its submission and its run. */
export interface QueuedValidation extends Pick<StoredValidation, (typeof QUEUED_FIELDS)[number]> {
  readonly pipeline: NonNullable<StoredValidation['pipeline']>;
  readonly ownerId: string;
  readonly ownerName: string;
  readonly blobId: string;
}

/** Reason why a validation has no result. */
export interface RunError {
  readonly code: ErrorCode;
  readonly message: string;
  readonly details: ErrorDetails;
}

/** State of a validation. */
export interface RunState {
  readonly id: string;
  readonly orgId: string;
  readonly status: ValidationStatus;
  readonly queuedAt: Date;
  /** Place among the organisation's queued validations, from 1; null when it is not queued. */
  readonly position: number | null;
  readonly ownerId: string | null;
  readonly webhookUrl: string | null;
  /** Of one that failed. */
  readonly error: RunError | null;
  /** Unknown members of the submitted metadata; null if there are none. */
  readonly metadataIgnored: readonly string[] | null;
}

/** Counts the queued validations of the organisation, as they are at this moment. */
export async function countQueued(sql: TenantTransaction): Promise<number> {
  const [row] = await sql<{ count: number }[]>`
    select count(*)::int as count from validations where org_id = ${sql.orgId} and status = 'queued'`;
  return row?.count ?? 0;
}

/**
 * Counts the same for a transaction that adds one. Near `queuedMax`, additions wait for its end, so that the number is
 * exact; else it may lack those that are being added.
 */
export async function countQueuedBeforeAdding(sql: TenantTransaction, queuedMax: number): Promise<number> {
  const [row] = await sql<{ count: number }[]>`select count_queued(${sql.orgId}, ${queuedMax}) as count`;
  return row?.count ?? 0;
}

/** Queues a validation, and returns its state. */
export async function insertQueued(sql: TenantTransaction, queued: QueuedValidation): Promise<RunState> {
  const [state] = await sql<[RunState]>`
    ${validationRow(sql, 'queued', QUEUED_FIELDS, queued)}
    returning ${stateColumns(sql)}, 1 + (
      select count(*)::int from validations as earlier
      where earlier.org_id = ${queued.orgId} and earlier.status = 'queued' and earlier.id < ${queued.id}
    ) as position`;
  return state;
}

function stateColumns(sql: Transaction): Fragment {
  return sql`id, org_id, status, created_at as queued_at, owner_id, webhook_url, error, pipeline -> 'ignored' as metadata_ignored`;
}

/** Finds the state of a validation; undefined when the organisation has none with this id. */
export async function findRunState(sql: TenantTransaction, id: string): Promise<RunState | undefined> {
  const [row] = await sql<[RunState?]>`
    select ${stateColumns(sql)},
      case when status = 'queued' then (
        select count(*)::int from validations earlier
        where earlier.org_id = v.org_id and earlier.status = 'queued' and earlier.id <= v.id
      ) end as position
    from validations v
    where org_id = ${sql.orgId} and id = ${id}`;
  return row;
}

/** Lists the statuses of the given validations that exist. */
export async function listRunStatuses(
  sql: TenantTransaction,
  ids: readonly string[],
): Promise<readonly Pick<RunState, 'id' | 'status'>[]> {
  return sql<Pick<RunState, 'id' | 'status'>[]>`
    select id, status from validations where org_id = ${sql.orgId} and id = any(${storableArray(ids)}::text[]::uuid[])`;
}

/** A validation that is to be run, and how many runs of it were lost already. */
export type OpenRun = QueuedValidation & { readonly lostRuns: number; readonly queuedAt: Date };

/** Finds a validation that has not ended, else undefined. Of two processes that find it, one will end it. */
export async function findOpenRun(sql: TenantTransaction, id: string): Promise<OpenRun | undefined> {
  const [row] = await sql<[OpenRun?]>`
    select ${readFields(sql, QUEUED_FIELDS)}, lost_runs, created_at as queued_at
    from validations
    where org_id = ${sql.orgId} and id = ${id} and status in ('queued', 'running')`;
  return row;
}

/**
 * Marks a validation as running, and counts the run as lost until it ends: a core that dies of it cannot count it.
 * Returns false when the validation has ended.
 */
export async function startRun(sql: TenantTransaction, id: string): Promise<boolean> {
  const started = await sql`
    update validations set status = 'running', lost_runs = lost_runs + 1
    where org_id = ${sql.orgId} and id = ${id} and status in ('queued', 'running')`;
  return started.count === 1;
}

/** Puts a validation back into the queue, and takes `lostRuns` off its count. */
export async function requeueRun(sql: TenantTransaction, id: string, lostRuns: 0 | 1): Promise<void> {
  await sql`
    update validations set status = 'queued', lost_runs = greatest(lost_runs - ${lostRuns}::int, 0)
    where org_id = ${sql.orgId} and id = ${id} and status = 'running'`;
}

/**
 * Stores the result of a queued validation, with its event if a webhook subscribes to it. Returns false, and stores
 * nothing, when the validation has ended already.
 */
export async function completeRun(
  sql: Transaction,
  record: ValidationRecord,
  hasRecipient: boolean,
): Promise<boolean> {
  const columns = columnsOf(sql, RUN_FIELDS);
  const [completed] = await sql<{ webhookUrl: string | null }[]>`
    update validations set status = 'completed', blob_id = null, (${columns}) = (
      select ${columns}
      from json_populate_record(null::validations, ${storableJson(valuesOf(RUN_FIELDS, record))}::text::json)
    )
    where org_id = ${record.orgId} and id = ${record.id} and status in ('queued', 'running')
    returning webhook_url`;
  if (completed === undefined) return false;
  if (!hasRecipient && completed.webhookUrl === null) return true;
  const event = validationCompleted(record);
  await insertEvent(sql, event);
  if (completed.webhookUrl !== null) await insertCallback(sql, event, completed.webhookUrl);
  return true;
}

/** Ends a validation without a result. Returns false when it has ended already. */
export async function failRun(sql: TenantTransaction, id: string, error: RunError): Promise<boolean> {
  const failed = await sql`
    update validations set status = 'failed', error = ${storableJson(error)}::text::jsonb, blob_id = null
    where org_id = ${sql.orgId} and id = ${id} and status in ('queued', 'running')`;
  return failed.count === 1;
}

/** Cancels a validation that is queued. Returns its file, or undefined when it is not queued. */
export async function cancelRun(sql: TenantTransaction, id: string): Promise<string | undefined> {
  const [row] = await sql<{ blobId: string }[]>`
    with canceled as (
      select org_id, id, blob_id from validations
      where org_id = ${sql.orgId} and id = ${id} and status = 'queued' for update
    )
    update validations v set status = 'canceled', blob_id = null
    from canceled where v.org_id = canceled.org_id and v.id = canceled.id
    returning canceled.blob_id`;
  return row?.blobId;
}
