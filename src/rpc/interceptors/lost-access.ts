/** Notices that a caller may no longer make the call which it is making: its key was revoked, its membership ended. */
import { AppError, ERRORS } from '../../errors.ts';
import { LIMITS } from '../../limits.ts';

/** The watch over one call. */
export interface AccessWatch {
  /** Aborted, with the error that says why, when access is lost. */
  readonly lost: AbortSignal;
  /** Nobody needs to know any more. */
  end(): void;
}

/**
 * Asks again and again. Only a clear no counts: a database or an identity provider that is away ends no call.
 * @param check rejects as a new call would be refused
 */
export function watchAccess(check: () => Promise<void>): AccessWatch {
  const controller = new AbortController();
  let timer: NodeJS.Timeout | undefined;
  let ended = false;
  async function ask(): Promise<void> {
    try {
      await check();
    } catch (error) {
      if (error instanceof AppError && [401, 403].includes(ERRORS[error.code].http)) {
        controller.abort(error);
        return;
      }
    }
    if (!ended) wait();
  }
  function wait(): void {
    timer = setTimeout(() => void ask(), LIMITS.accessRecheckMs).unref();
  }
  wait();
  return {
    lost: controller.signal,
    end() {
      ended = true;
      clearTimeout(timer);
    },
  };
}
