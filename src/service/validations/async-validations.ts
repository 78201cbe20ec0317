/** The use cases of validations that run later: submit one, cancel it, read or watch how far it is. */
import { hash } from 'node:crypto';
import { hasEnded } from '../../contract/validation-status.ts';
import { AppError, allTaken } from '../../errors.ts';
import { releaseBlob, retainBlob } from '../../infra/blobs/blob-rows.ts';
import type { BlobStore } from '../../infra/blobs/blob-store.ts';
import type { Sql } from '../../infra/database/connections.ts';
import { withOrganisation } from '../../infra/database/database.ts';
import type { Transaction } from '../../infra/database/transaction.ts';
import { isUuid, uuidV7 } from '../../infra/database/uuid-v7.ts';
import { enqueueInTurn } from '../../infra/queue/job-queue.ts';
import { LIMITS } from '../../limits.ts';
import { countValidations } from '../plans/usage.ts';
import { resolvePolicy } from '../policy/policy.ts';
import { type CallbackDeps, callbackUrl, ensureCallbackSecret } from '../webhooks/callbacks.ts';
import { type ReadCall, readLargeValidation } from './large-read.ts';
import type { RunWaiters } from './run-waiters.ts';
import type { ValidationRecord } from './validation-record.ts';
import {
  cancelRun,
  countQueuedLocked,
  findRunState,
  insertQueued,
  type RunState,
} from './validation-runs-store.ts';
import { describe, type Submission, type Submitter, type ValidationDeps } from './validations.ts';
import { findValidation } from './validations-store.ts';

/** What these use cases work with. */
export interface AsyncValidationDeps extends ValidationDeps {
  readonly blobs: BlobStore;
  readonly callbacks: CallbackDeps;
  readonly waiters: RunWaiters;
}

/** How far a validation is, with its result when it is completed. */
export interface ReadRun {
  readonly state: RunState;
  readonly record: ValidationRecord | null;
}

/**
 * Keeps a file and queues its validation, with the policy that holds now. `webhookUrl` is told when it is completed.
 * @throws AppError `queue_full`, `webhook_url_not_allowed`, and whatever a synchronous validation says before its analysis
 */
export async function submitValidation(
  { sql, blobs, poison, callbacks }: AsyncValidationDeps,
  submission: Submission,
  webhookUrl: string | null,
  submitter: Submitter,
  signal: AbortSignal,
  storeSql: Sql = sql,
): Promise<RunState> {
  const { orgId } = submitter;
  const url = webhookUrl === null ? null : await callbackUrl(callbacks, webhookUrl);
  const contentSha256 = hash('sha256', submission.file);
  const [policy] = await Promise.all([
    withOrganisation(sql, orgId, async (transaction) => {
      // Asked again when the row is made; here it saves the work for a file that nobody will take.
      await requireRoom(transaction, orgId);
      return resolvePolicy(transaction, orgId, submission);
    }),
    poison.check(contentSha256),
  ]);
  const blob = await blobs.put(orgId, once(submission.file), LIMITS.fileBytesAsyncMax);
  const id = uuidV7();
  try {
    return await withOrganisation(storeSql, orgId, async (transaction) => {
      signal.throwIfAborted();
      const waiting = await requireRoom(transaction, orgId);
      if (!(await retainBlob(transaction, orgId, blob.id))) throw new Error(`The blob ${blob.id} is gone`);
      if (url !== null) await ensureCallbackSecret(transaction, callbacks, orgId, submitter.ownerId);
      await insertQueued(transaction, {
        ...describe(submission, policy, submitter),
        platform: submission.platform,
        ruleset: policy.ruleset,
        includeVendor: policy.includeVendor,
        id,
        webhookUrl: url,
        blobId: blob.id,
        contentSha256,
        contentBytes: blob.bytes,
      });
      const payload = { orgId, validationId: id };
      await enqueueInTurn(transaction, 'run-validation', waiting, [
        { payload, maxAttempts: LIMITS.runAttemptsMax },
      ]);
      const state = stateOf(await findRunState(transaction, orgId, id), id);
      await countValidations(transaction, orgId, 'asynchronous');
      return state;
    });
  } catch (error) {
    // Harmless when the validation is queued after all and only the answer was lost.
    await blobs.delete(orgId, blob.id).catch(() => {});
    throw error;
  }
}

/** Cancels a queued validation; one that is canceled stays so. `check` throws for who may not. @throws AppError `not_found`, `state_conflict` */
export async function cancelValidation(
  { sql, blobs, waiters }: AsyncValidationDeps,
  orgId: string,
  id: string,
  check: (state: RunState) => void,
): Promise<void> {
  const blobId = await withOrganisation(sql, orgId, async (transaction) => {
    const state = stateOf(isUuid(id) ? await findRunState(transaction, orgId, id) : null, id);
    check(state);
    if (state.status === 'canceled') return null;
    const canceled = await cancelRun(transaction, orgId, id);
    if (canceled === null) {
      const { status } = stateOf(await findRunState(transaction, orgId, id), id);
      throw new AppError(
        'state_conflict',
        `The validation is ${status}; only a queued one can be canceled.`,
        {
          status,
        },
      );
    }
    await releaseBlob(transaction, orgId, canceled);
    return canceled;
  });
  waiters.changed(id);
  // The sweep takes what cannot be deleted now.
  if (blobId !== null) await blobs.delete(orgId, blobId).catch(() => {});
}

/**
 * Reads a validation, after its end or after the time; `check` throws for who may not.
 * @throws AppError `not_found`
 */
export async function readRun(
  deps: Pick<AsyncValidationDeps, 'sql' | 'waiters'>,
  orgId: string,
  id: string,
  waitMs: number,
  call: ReadCall,
  check: (state: RunState) => void,
): Promise<ReadRun> {
  const untilMs = performance.now() + waitMs;
  for (;;) {
    const found = await readNow(deps, orgId, id, call, check);
    const leftMs = untilMs - performance.now();
    if (hasEnded(found.state.status) || leftMs <= 0) return found;
    const end = await deps.waiters.wait(found.state, leftMs, call.signal);
    if (end === 'closing' || end === 'full') return found;
  }
}

/** Tells how far a validation is, now and with every change, until it has ended. @throws AppError `not_found` */
export async function* watchRun(
  deps: Pick<AsyncValidationDeps, 'sql' | 'waiters'>,
  orgId: string,
  id: string,
  call: ReadCall,
  check: (state: RunState) => void,
): AsyncGenerator<ReadRun> {
  let told: RunState['status'] | null = null;
  for (;;) {
    const found = await readNow(deps, orgId, id, call, check);
    if (found.state.status !== told) yield found;
    told = found.state.status;
    if (hasEnded(told)) return;
    const end = await deps.waiters.wait(found.state, LIMITS.watchMsMax, call.signal);
    if (end === 'closing')
      throw new AppError('shutting_down', 'The service is restarting. Watch again in a second.');
    if (end === 'full') throw allTaken('Too many validations are watched.');
  }
}

/** Why a validation that has ended has no result. */
export function endError({ status, error }: RunState): AppError {
  const details = { validationStatus: status };
  if (error !== null) return new AppError(error.code, error.message, { ...error.details, ...details });
  return new AppError('state_conflict', 'The validation was canceled, so it has no result.', details);
}

/** A large result is read alone, when it is its turn. */
async function readNow(
  { sql }: Pick<AsyncValidationDeps, 'sql'>,
  orgId: string,
  id: string,
  call: ReadCall,
  check: (state: RunState) => void,
): Promise<ReadRun> {
  const [found, small] = isUuid(id)
    ? await withOrganisation(sql, orgId, (transaction) =>
        // Written one after the other, answered together.
        Promise.all([
          findRunState(transaction, orgId, id),
          findValidation(transaction, orgId, id, LIMITS.largeResultBytesMin),
        ]),
      )
    : [null, null];
  const state = stateOf(found, id);
  check(state);
  if (state.status !== 'completed') return { state, record: null };
  const record = small ?? (await readLargeValidation(sql, orgId, id, call));
  // Deleted meanwhile.
  if (record === null) throw notFound(id);
  return { state, record };
}

function stateOf(state: RunState | null, id: string): RunState {
  if (state !== null) return state;
  throw notFound(id);
}

function notFound(id: string): AppError {
  return new AppError('not_found', `The organisation has no validation ${JSON.stringify(id.slice(0, 80))}.`);
}

/** Counts the validations of the organisation that are queued. @throws AppError `queue_full` when there are too many */
async function requireRoom(transaction: Transaction, orgId: string): Promise<number> {
  const limit = LIMITS.asyncWaitingMax;
  const queued = await countQueuedLocked(transaction, orgId);
  if (queued < limit) return queued;
  const shown = limit.toLocaleString('en-US');
  throw new AppError(
    'queue_full',
    `${shown} validations of the organisation are queued already, as many as may. Try again in a minute.`,
    { limit: String(limit), retryAfterSeconds: '60' },
  );
}

async function* once(bytes: Uint8Array): AsyncGenerator<Uint8Array> {
  yield bytes;
}
