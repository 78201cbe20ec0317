/** Logout notices that are carried out until they succeed: a lost one leaves a person signed in. */
import { setTimeout as sleep } from 'node:timers/promises';
import { AppError } from '../../../errors.ts';
import { ACCESS_LIMITS } from '../limits.ts';
import type { LogoutNotice } from '../tokens/logout-token.ts';

/** Pause before the first repetition of a failed notice; it doubles with each. */
const LOGOUT_NOTICE_PAUSE_MS = 1_000;

/** Attempts to carry out a logout notice that failed. */
export const LOGOUT_NOTICE_RETRIES_MAX = 8;

/** Reports of notices that are not carried out at once. */
export interface NoticeLog {
  warn(fields: object, message: string): void;
  error(fields: object, message: string): void;
}

/** Ends the sessions of a notice. @throws AppError of the first attempt; later ones follow by themselves */
export type CarryOutNotice = (notice: LogoutNotice) => Promise<void>;

/** Steps of carrying out a notice. */
export interface NoticeSteps {
  readonly end: (notice: LogoutNotice) => Promise<unknown>;
  /** Stores the notice for the jobs process. False: there is no room. */
  readonly store: (notice: LogoutNotice) => Promise<boolean>;
}

/**
 * Creates the function that carries out notices. It stores one that fails, so that the end of this process loses none, and
 * repeats it with growing pauses meanwhile. It logs one as an error that could be neither carried out nor stored. A notice
 * that was used is not repeated.
 */
export function createLogoutNotices(
  { end, store }: NoticeSteps,
  log: NoticeLog,
  pause: (ms: number) => Promise<unknown> = (ms) => sleep(ms, undefined, { ref: false }),
): CarryOutNotice {
  let waiting = 0;

  async function repeat(notice: LogoutNotice, firstError: unknown): Promise<void> {
    const { issuer, tokenId } = notice;
    let error = firstError;
    const isQueued = waiting < ACCESS_LIMITS.logoutNoticesWaitingMax;
    waiting += isQueued ? 1 : 0;
    log.warn({ err: error, issuer, tokenId, isQueued }, 'a logout notice failed and is repeated');
    const storeIt = () => store(notice).catch(() => false);
    let isStored = await storeIt();
    for (let retry = 0; isQueued && retry < LOGOUT_NOTICE_RETRIES_MAX; retry += 1) {
      await pause(LOGOUT_NOTICE_PAUSE_MS * 2 ** retry);
      try {
        await end(notice);
        waiting -= 1;
        return;
      } catch (next) {
        error = next;
        if (isFinal(next)) break;
      }
      isStored ||= await storeIt();
    }
    waiting -= isQueued ? 1 : 0;
    // The notice was carried out if another attempt has used it.
    if (!isStored && !isFinal(error))
      log.error({ err: error, issuer, tokenId }, 'a logout notice could not be carried out');
  }

  return async (notice) => {
    try {
      await end(notice);
    } catch (error) {
      if (!isFinal(error)) void repeat(notice, error);
      throw error;
    }
  };
}

const isFinal = (error: unknown): boolean => error instanceof AppError && error.code === 'invalid_request';
