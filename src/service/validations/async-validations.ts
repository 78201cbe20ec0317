/** The use cases of validations that run later, once they are queued: cancel one, read or watch how far it is. */

import { hasEnded } from '../../contract/lists/validation-status.ts';
import { AppError, allTaken } from '../../errors.ts';
import { abandonBlob } from '../../infra/blobs/blob-rows.ts';
import type { BlobStore } from '../../infra/blobs/blob-store.ts';
import { withOrganisation } from '../../infra/database/database.ts';
import type { TenantTransaction } from '../../infra/database/transaction.ts';
import { isUuid } from '../../infra/database/uuid-v7.ts';
import { KIB } from '../../units.ts';
import type { CallbackDeps } from '../webhooks/callbacks.ts';
import { type ReadCall, readLargeValidation } from './large-read.ts';
import type { RunWaiters } from './run-waiters.ts';
import type { ValidationRecord } from './validation-record.ts';
import { cancelRun, findRunState, type RunState } from './validation-runs-store.ts';
import type { ValidationDeps } from './validations.ts';
import { findValidation, findValidationHead } from './validations-store.ts';

/** Interval at which the watch of a validation polls by itself. */
const WATCH_MS_MAX = 30_000;

/** A result is large when its findings take so many bytes in the database, which compresses them. */
export const LARGE_RESULT_BYTES_MIN = 64 * KIB;

/** Dependencies of the use cases of asynchronous validations. */
export interface AsyncValidationDeps extends ValidationDeps {
  readonly blobs: BlobStore;
  readonly callbacks: CallbackDeps;
  readonly waiters: RunWaiters;
}

/** State of a validation, with its result when it is completed. */
export interface ReadRun {
  readonly state: RunState;
  readonly record: ValidationRecord | null;
}

/** Cancels a queued validation; one that is canceled stays so. `check` throws for who may not. @throws AppError `not_found`, `state_conflict` */
export async function cancelValidation(
  { sql, blobs, waiters }: AsyncValidationDeps,
  orgId: string,
  id: string,
  check: (state: RunState) => void,
): Promise<void> {
  const leftBlobId = await withOrganisation(sql, orgId, async (transaction) => {
    const state = await requireRun(transaction, id);
    check(state);
    if (state.status === 'canceled') return undefined;
    const canceled = await cancelRun(transaction, id);
    if (canceled === undefined) {
      const { status } = stateOf(await findRunState(transaction, id), id);
      throw new AppError(
        'state_conflict',
        `The validation is ${status}; only a queued one can be canceled.`,
        {
          status,
        },
      );
    }
    return (await abandonBlob(transaction, canceled)) ? canceled : undefined;
  });
  waiters.changed(id);
  // The sweep takes what cannot be deleted now.
  if (leftBlobId !== undefined) await blobs.delete(orgId, leftBlobId).catch(() => {});
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

/** Yields the state of a validation, now and with every change, until it has ended. @throws AppError `not_found` */
export async function* watchRun(
  deps: Pick<AsyncValidationDeps, 'sql' | 'waiters'>,
  orgId: string,
  id: string,
  call: ReadCall,
  check: (state: RunState) => void,
): AsyncGenerator<ReadRun> {
  let sent: RunState['status'] | null = null;
  for (;;) {
    const found = await readNow(deps, orgId, id, call, check);
    if (found.state.status !== sent) yield found;
    sent = found.state.status;
    if (hasEnded(sent)) return;
    const end = await deps.waiters.wait(found.state, WATCH_MS_MAX, call.signal);
    if (end === 'closing')
      throw new AppError('shutting_down', 'The service is restarting. Watch again in a second.');
    if (end === 'full') throw allTaken('Too many validations are watched.');
  }
}

/** Returns the error of a validation that has ended without a result. */
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
          findRunState(transaction, id),
          call.withoutFindings
            ? findValidationHead(transaction, id)
            : findValidation(transaction, id, LARGE_RESULT_BYTES_MIN),
        ]),
      )
    : [];
  const state = stateOf(found, id);
  check(state);
  if (state.status !== 'completed') return { state, record: null };
  const record =
    small ?? (call.withoutFindings ? undefined : await readLargeValidation(sql, orgId, id, call));
  // Deleted meanwhile.
  if (record === undefined) throw notFound(id);
  return { state, record };
}

/** Returns the state of a run of one file. @throws AppError `not_found` */
export async function requireRun(transaction: TenantTransaction, id: string): Promise<RunState> {
  return stateOf(isUuid(id) ? await findRunState(transaction, id) : undefined, id);
}

function stateOf(state: RunState | undefined, id: string): RunState {
  if (state !== undefined) return state;
  throw notFound(id);
}

function notFound(id: string): AppError {
  return new AppError('not_found', `The organisation has no validation ${JSON.stringify(id.slice(0, 80))}.`);
}
