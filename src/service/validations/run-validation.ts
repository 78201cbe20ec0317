/**
 * Run of a queued validation. The core stores the result and the event in one transaction, unless another core was
 * faster: a run may begin more than once, and ends once.
 */
import { hash } from 'node:crypto';
import { AppError, ERRORS, type ErrorCode } from '../../errors.ts';
import { abandonBlob } from '../../infra/blobs/blob-rows.ts';
import { withOrganisation } from '../../infra/database/database.ts';
import type { TenantTransaction } from '../../infra/database/transaction.ts';
import { OwnedBytes } from '../../infra/memory/owned-bytes.ts';
import { insertOutlines } from '../results/outlines/outlines-store.ts';
import type { AsyncValidationDeps } from './async-validations.ts';
import type { ValidationRecord } from './validation-record.ts';
import {
  completeRun,
  failRun,
  findOpenRun,
  type OpenRun,
  requeueRun,
  startRun,
} from './validation-runs-store.ts';
import { analyse, evaluate, keepsOutline, type Submission } from './validations.ts';

/** Time that the engine has for one asynchronous validation. */
const ASYNC_RUN_MS_MAX = 120_000;

/** Crashed runs after which a validation fails. */
const RUNS_LOST_MAX = 3;

/** Outcome of a run. */
export interface RunOutcome {
  /** True if the validation has ended, by this run or another one. If not, it must run again. */
  readonly ended: boolean;
  /** The result, when this run has made it. */
  readonly record: ValidationRecord | null;
  /** Error that is not the file's fault. */
  readonly failure: unknown;
  /** End that this run gave the validation, and the time of its submission; null when another run was faster. */
  readonly made: { readonly end: RunEnd; readonly queuedAt: Date } | null;
}

/** `lost`: it is run again. */
export type RunEnd = 'completed' | 'failed' | 'lost';

const OVER: RunOutcome = { ended: true, record: null, failure: null, made: null };

/**
 * Runs a validation. Rejects when the signal was aborted or the database is away; the validation waits on then.
 */
export async function runValidation(
  deps: AsyncValidationDeps,
  orgId: string,
  id: string,
  signal: AbortSignal,
): Promise<RunOutcome> {
  const { sql, waiters } = deps;
  const run = await withOrganisation(sql, orgId, (transaction) => findOpenRun(transaction, id));
  if (run === undefined) return OVER;
  if (run.lostRuns >= RUNS_LOST_MAX) return fail(deps, run, lostTooOften(run.lostRuns));
  let hasStarted = false;
  let hasEnded = false;
  const start = async () => {
    hasEnded = !(await withOrganisation(sql, orgId, (transaction) => startRun(transaction, id)));
    if (hasEnded) throw new Error(`The validation ${id} ended while it waited for a thread`);
    hasStarted = true;
    waiters.changed(id);
  };
  try {
    const ended = await produce(deps, run, signal, start);
    if (ended === undefined) return OVER;
    const { record, isFileLeft } = ended;
    waiters.changed(id);
    if (isFileLeft) await dropFile(deps, run);
    return { ended: true, record, failure: null, made: { end: 'completed', queuedAt: run.queuedAt } };
  } catch (error) {
    return hasEnded ? OVER : settle(deps, run, error, signal, hasStarted);
  }
}

/** Result of a run; `isFileLeft`: the file is to be deleted after it. */
interface Produced {
  readonly record: ValidationRecord;
  readonly isFileLeft: boolean;
}

/** Analyses the file and stores the result. Returns undefined when the validation had ended meanwhile. */
async function produce(
  deps: AsyncValidationDeps,
  run: OpenRun,
  signal: AbortSignal,
  beforeStart: () => Promise<void>,
): Promise<Produced | undefined> {
  const { sql, blobs, poison, policies } = deps;
  const { orgId, contentSha256, contentBytes } = run;
  await poison.check(contentSha256);
  const file = OwnedBytes.withBuffer(await collect(blobs.get(orgId, run.blobId), run));
  const submission: Submission = { ...run, policyPack: null, file };
  const begunMs = performance.now();
  const runRules = await policies.rulesOf(orgId, run);
  const { includeVendor, includeLogicApps, blockUnanalysed } = run;
  const rules = { ...runRules, includeVendor, includeLogicApps, blockUnanalysed };
  const { settings } = await policies.sourcesOf(orgId);
  const report = await analyse(deps, submission, rules, contentSha256, signal, {
    tenant: orgId,
    timeoutMs: ASYNC_RUN_MS_MAX,
    keepsOutline: keepsOutline(deps, settings),
    keepsChannels: settings.keepChannels,
    isPatient: true,
    beforeStart,
  });
  const validationMs = Math.round(performance.now() - begunMs);
  signal.throwIfAborted();
  return withOrganisation(sql, orgId, async (transaction) => {
    const facts = { id: run.id, contentBytes, contentSha256, validationMs };
    const policy = { ...run, ...runRules, exceptionsNeedProof: run.pipeline.needsProof === true };
    if (report.outline?.bytes) await insertOutlines(transaction, [report.outline]);
    const analysed = { submission, submitter: run, policy, settings, report, facts };
    const record = await evaluate(transaction, deps, analysed, (made, hasRecipient) =>
      completeRun(transaction, made, hasRecipient),
    );
    return record === undefined
      ? undefined
      : { record, isFileLeft: await abandonBlob(transaction, run.blobId) };
  });
}

/** Error codes of a run that the file has not caused. */
const INNOCENT: readonly ErrorCode[] = ['queue_full', 'database_unavailable'];

/** Requeues or fails a run without a result. */
async function settle(
  deps: AsyncValidationDeps,
  run: OpenRun,
  error: unknown,
  signal: AbortSignal,
  hasStarted: boolean,
): Promise<RunOutcome> {
  if (!signal.aborted && error instanceof AppError && isFinal(error))
    return fail(deps, run, error.code === 'not_found' ? fileGone(error) : error);
  const lived = signal.aborted || (error instanceof AppError && INNOCENT.includes(error.code));
  if (hasStarted) {
    await withOrganisation(deps.sql, run.orgId, (transaction) =>
      requeueRun(transaction, run.id, lived ? 1 : 0),
    );
    deps.waiters.changed(run.id);
  }
  signal.throwIfAborted();
  // Before the analysis began it was not the file: the job tries again, ever more slowly.
  if (!hasStarted && !lived) throw error;
  return { ended: false, record: null, failure: error, made: { end: 'lost', queuedAt: run.queuedAt } };
}

/** Returns whether another run would end the same way: the fault is the file's, or the file takes too long. */
function isFinal({ code }: AppError): boolean {
  const { http } = ERRORS[code];
  return code === 'validation_timeout' || (http < 500 && http !== 429);
}

async function fail(deps: AsyncValidationDeps, run: OpenRun, error: AppError): Promise<RunOutcome> {
  const { code, message, details } = error;
  const failed = await withOrganisation(deps.sql, run.orgId, async (transaction: TenantTransaction) => {
    const done = await failRun(transaction, run.id, { code, message, details });
    return done ? { isFileLeft: await abandonBlob(transaction, run.blobId) } : undefined;
  });
  deps.waiters.changed(run.id);
  if (failed === undefined) return OVER;
  if (failed.isFileLeft) await dropFile(deps, run);
  return { ...OVER, made: { end: 'failed', queuedAt: run.queuedAt } };
}

/** The sweep would take it too, later. */
async function dropFile({ blobs }: AsyncValidationDeps, { orgId, blobId }: OpenRun): Promise<void> {
  await blobs.delete(orgId, blobId).catch(() => {});
}

/** Replaces the store's own error, which a reader of the result would take for one about the validation. */
function fileGone(cause: AppError): AppError {
  const message = 'The stored file of this validation is not there any more. Submit it again.';
  return new AppError('engine_unavailable', message, {}, { cause });
}

function lostTooOften(times: number): AppError {
  return new AppError(
    'engine_unavailable',
    `The analysis of this file was lost ${times} times, so it is not tried again. Split the workflow into smaller ones and submit them.`,
    { lostRuns: String(times) },
  );
}

/** The file in memory of its own. */
async function collect(content: AsyncIterable<Uint8Array>, run: OpenRun): Promise<Buffer> {
  const file = Buffer.from(new ArrayBuffer(run.contentBytes));
  let at = 0;
  for await (const piece of content) {
    if (at + piece.byteLength > file.byteLength) break;
    file.set(piece, at);
    at += piece.byteLength;
  }
  if (hash('sha256', file) === run.contentSha256) return file;
  throw new AppError('not_found', `The stored file ${run.blobId} is not what was submitted.`);
}
