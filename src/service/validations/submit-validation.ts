/** The use cases that store a file and queue its validation: of a file that is in memory, and of one that still arrives. */
import { createHash, hash } from 'node:crypto';
import { CONTRACT_LIMITS } from '../../contract/limits.ts';
import { AppError } from '../../errors.ts';
import { blobTooLarge } from '../../infra/blobs/blob-errors.ts';
import { retainBlob } from '../../infra/blobs/blob-rows.ts';
import type { Blob } from '../../infra/blobs/blob-store.ts';
import type { Sql } from '../../infra/database/connections.ts';
import { withOrganisation } from '../../infra/database/database.ts';
import { uuidV7 } from '../../infra/database/uuid-v7.ts';
import { enqueueInTurn } from '../../infra/queue/job-queue.ts';
import { formatNumber } from '../../text/format.ts';
import { countValidations } from '../plans/usage.ts';
import type { Policy } from '../policy/policy.ts';
import { callbackUrl, ensureCallbackSecret } from '../webhooks/callbacks.ts';
import type { AsyncValidationDeps } from './async-validations.ts';
import {
  countQueued,
  countQueuedBeforeAdding,
  insertQueued,
  type RunState,
} from './validation-runs-store.ts';
import { describe, type Submission, type Submitter } from './validations.ts';

/** Attempts of the job of a validation: a jobs process that dies uses one up, for any file. */
const RUN_ATTEMPTS_MAX = 1_000;

/** Asynchronous validations of an organisation that may wait. */
export const ASYNC_WAITING_MAX = 2_000;

/** Dependencies of the submission. */
type SubmitDeps = Pick<AsyncValidationDeps, 'sql' | 'blobs' | 'poison' | 'callbacks' | 'policies'>;

/** Submission of a file that is validated later, every field checked. */
export interface AsyncSubmission extends Omit<Submission, 'file'> {
  /** Address that is notified when the run is completed. */
  readonly webhookUrl: string | null;
}

/** Caller of a submission, and its time limit. */
export interface SubmitCall {
  readonly submitter: Submitter;
  readonly signal: AbortSignal;
}

/** Queues the validation of an uploaded file; the run is stored over `storeSql`. */
type QueueUpload = (submission: AsyncSubmission, storeSql: Sql) => Promise<RunState>;

/** Size and digest of an uploaded file; `id` is null when it has not been stored. */
type Uploaded = Omit<Blob, 'id'> & { readonly id: string | null };

/** Run before it is queued. */
interface Prepared {
  readonly policy: Policy;
  readonly webhookUrl: string | null;
}

/**
 * Stores a file and queues its validation, with the policy that holds now. The run is stored over `storeSql`.
 * @throws AppError `queue_full`, `webhook_url_not_allowed`, and those of a synchronous validation before its analysis
 */
export async function submitValidation(
  deps: SubmitDeps,
  file: Uint8Array,
  submission: AsyncSubmission,
  call: SubmitCall,
  storeSql: Sql = deps.sql,
): Promise<RunState> {
  const { orgId } = call.submitter;
  const prepared = await prepare(deps, submission, orgId, hash('sha256', file));
  // Checked again when the row is inserted; here it saves the work for a file that would be rejected.
  if (await isQueueFull(deps, orgId)) throw queueFull();
  const blob = await deps.blobs.put(orgId, once(file), CONTRACT_LIMITS.fileBytesAsyncMax);
  try {
    return await queueRun(deps, blob, { submission, prepared, call }, storeSql);
  } catch (error) {
    // Harmless when the validation is queued after all and only the answer was lost.
    await deps.blobs.delete(orgId, blob.id).catch(() => {});
    throw error;
  }
}

/**
 * Stores a file as it comes, and then queues its validation as `submitValidation` does.
 * @param finish called when the file has ended; checks the submission, and calls `queue` unless the same was submitted before
 * @throws AppError `file_too_large`, those of `submitValidation`, and what `finish` throws
 */
export async function uploadValidation<Answer>(
  deps: SubmitDeps,
  content: AsyncIterable<Uint8Array>,
  call: SubmitCall,
  finish: (file: Pick<Blob, 'bytes' | 'sha256'>, queue: QueueUpload) => Promise<Answer>,
): Promise<Answer> {
  const { orgId } = call.submitter;
  const file = await receive(deps, orgId, content);
  let isQueued = false;
  try {
    return await finish(file, async (submission, storeSql) => {
      const prepared = await prepare(deps, submission, orgId, file.sha256);
      if (file.id === null) throw queueFull();
      const state = await queueRun(deps, { ...file, id: file.id }, { submission, prepared, call }, storeSql);
      isQueued = true;
      return state;
    });
  } finally {
    // Harmless when the validation is queued after all and only the answer was lost.
    if (!isQueued && file.id !== null) await deps.blobs.delete(orgId, file.id).catch(() => {});
  }
}

/**
 * Stores the file, unless the queue is full. Then it is read all the same: other errors come before that one, and a
 * repeated call has its answer.
 */
async function receive(
  deps: SubmitDeps,
  orgId: string,
  content: AsyncIterable<Uint8Array>,
): Promise<Uploaded> {
  const isFull = await isQueueFull(deps, orgId);
  return isFull ? discard(content) : deps.blobs.put(orgId, content, CONTRACT_LIMITS.fileBytesAsyncMax);
}

async function isQueueFull({ sql }: SubmitDeps, orgId: string): Promise<boolean> {
  const queued = await withOrganisation(sql, orgId, (transaction) => countQueued(transaction));
  return queued >= ASYNC_WAITING_MAX;
}

async function discard(content: AsyncIterable<Uint8Array>): Promise<Uploaded> {
  const digest = createHash('sha256');
  let bytes = 0;
  for await (const piece of content) {
    bytes += piece.byteLength;
    if (bytes > CONTRACT_LIMITS.fileBytesAsyncMax) throw blobTooLarge(CONTRACT_LIMITS.fileBytesAsyncMax);
    digest.update(piece);
  }
  return { id: null, bytes, sha256: digest.digest('hex') };
}

/** Checks the submission. */
async function prepare(
  { poison, callbacks, policies }: SubmitDeps,
  submission: AsyncSubmission,
  orgId: string,
  contentSha256: string,
): Promise<Prepared> {
  const url = submission.webhookUrl;
  const webhookUrl = url === null ? null : await callbackUrl(callbacks, url);
  const [{ policy }] = await Promise.all([policies.policyOf(orgId, submission), poison.check(contentSha256)]);
  return { policy, webhookUrl };
}

/** A run to be queued. */
interface NewRun {
  readonly submission: AsyncSubmission;
  readonly prepared: Prepared;
  readonly call: SubmitCall;
}

/** Makes the run of a stored file, its job, and its count in the usage, in one transaction. */
async function queueRun(
  { callbacks }: SubmitDeps,
  blob: Blob,
  { submission, prepared: { policy, webhookUrl }, call: { submitter, signal } }: NewRun,
  storeSql: Sql,
): Promise<RunState> {
  const { orgId } = submitter;
  const id = uuidV7();
  return withOrganisation(storeSql, orgId, async (transaction) => {
    signal.throwIfAborted();
    const waiting = await countQueuedBeforeAdding(transaction, ASYNC_WAITING_MAX);
    if (waiting >= ASYNC_WAITING_MAX) throw queueFull();
    if (!(await retainBlob(transaction, blob.id))) throw new Error(`The blob ${blob.id} is gone`);
    if (webhookUrl !== null) await ensureCallbackSecret(transaction, callbacks, submitter.ownerId);
    const state = await insertQueued(transaction, {
      ...describe(submission, policy, submitter),
      platform: submission.platform,
      ruleset: policy.ruleset,
      includeVendor: policy.includeVendor,
      includeLogicApps: policy.includeLogicApps,
      blockUnanalysed: policy.blockUnanalysed,
      id,
      webhookUrl,
      blobId: blob.id,
      contentSha256: blob.sha256,
      contentBytes: blob.bytes,
    });
    await enqueueInTurn(transaction, 'run-validation', waiting, [
      { payload: { orgId, validationId: id }, maxAttempts: RUN_ATTEMPTS_MAX },
    ]);
    await countValidations(transaction, 'asynchronous');
    return state;
  });
}

function queueFull(): AppError {
  const limit = ASYNC_WAITING_MAX;
  const shown = formatNumber(limit);
  return new AppError(
    'queue_full',
    `The organisation has reached its limit of ${shown} queued validations. Try again in a minute.`,
    { limit: String(limit), retryAfterSeconds: '60' },
  );
}

async function* once(bytes: Uint8Array): AsyncGenerator<Uint8Array> {
  yield bytes;
}
