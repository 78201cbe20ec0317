/** Log and metrics of calls: their ends, and their errors as statuses. */
import { Metadata, status } from '@grpc/grpc-js';
import { AppError, ERRORS, type ErrorCode } from '../../errors.ts';
import type { Logger } from '../../infra/logging/log.ts';
import { actorOf, isCaller } from '../../service/access/caller.ts';
import type { RejectionTally } from '../../service/audit/events/rejection-tally.ts';
import { LimitReached } from '../../service/rate-limits/rate-limit-fields.ts';
import { addCallerFields, type FailedCall } from '../interceptors/caller-fields.ts';
import type { CallHost } from './run-call.ts';
import { INTERNAL_ERROR_MESSAGE, toStatus } from './status.ts';

/** Options of the log. */
export interface CallLogOptions {
  /** Prefix of the links in errors. */
  readonly baseUrl: string;
  readonly log: Logger;
  /** Called for every error that ends a call. */
  observeRejection?(code: ErrorCode): void;
  /** Counts calls that are rejected because of their caller. */
  readonly rejections?: Pick<RejectionTally, 'count'>;
  /** Called for every admitted call that has ended. */
  observe?(path: string, code: string, seconds: number): void;
}

/** Statuses of REST that say no to a caller, and not to what it sent. */
const REJECTING_STATUSES: ReadonlySet<number> = new Set([401, 403, 429]);

/** Creates the log of one server. */
export function createCallLog({
  baseUrl,
  log,
  observe,
  observeRejection,
  rejections,
}: CallLogOptions): Pick<CallHost, 'onStoreError' | 'reject' | 'finished'> {
  return {
    onStoreError: (error) =>
      log.error({ err: error }, 'an answer could not be stored under its idempotency key'),
    reject(error, failed) {
      const { path, requestId, client, principal, limitStatuses } = failed;
      const expected = error instanceof AppError;
      const known = expected ? error : new AppError('internal_error', INTERNAL_ERROR_MESSAGE);
      observeRejection?.(known.code);
      if (REJECTING_STATUSES.has(ERRORS[known.code].http)) countRejection(rejections, known.code, failed);
      if (!expected || ERRORS[known.code].http >= 500) {
        log.error({ err: error, path, requestId, code: known.code }, 'call failed');
      } else {
        log.info({ path, requestId, client, code: known.code, reason: known.message }, 'call rejected');
      }
      const trailers = new Metadata();
      trailers.set('x-request-id', requestId);
      addCallerFields(trailers, {
        principal,
        limitStatuses: error instanceof LimitReached ? error.limitStatuses : limitStatuses,
      });
      if (ERRORS[known.code].http === 429)
        trailers.set('retry-after', known.details.retryAfterSeconds ?? '1');
      return toStatus(known, baseUrl, trailers);
    },
    finished(path, code, startedMs, requestId) {
      const ms = Date.now() - startedMs;
      log.debug({ path, requestId, status: status[code], ms }, 'call');
      observe?.(path, status[code] ?? 'UNKNOWN', ms / 1000);
    },
  };
}

function countRejection(
  rejections: CallLogOptions['rejections'],
  code: ErrorCode,
  { path, client: address, principal, namedOrgId }: FailedCall,
): void {
  const caller = principal !== null && isCaller(principal) ? principal : null;
  const orgId = caller?.orgId ?? namedOrgId;
  if (rejections === undefined || orgId === null) return;
  const method = path.replace(/^\/[\w.]*\./, '');
  rejections.count({ orgId, code, method, actor: caller && actorOf(caller), address });
}
