/** Detects that a caller loses access during a call: its key was revoked, or its session or membership ended. */
import { AppError, ERRORS } from '../../errors.ts';

/** Interval at which the access of a long call is checked again … */
export const ACCESS_RECHECK_MS = 4_000;

/** Watch over one call. */
export interface AccessWatch {
  /** Aborted, with the reason as its error, when access is lost. */
  readonly lost: AbortSignal;
  /** Stops the watch. */
  end(): void;
}

/**
 * Checks access periodically. Only a rejection counts: an unavailable database ends no call. An identity provider that is
 * away counts, as the check fails by it only when nothing that is known proves the caller.
 * @param check rejects as a new call would be rejected
 */
export function watchAccess(check: () => Promise<void>): AccessWatch {
  const controller = new AbortController();
  let timer: NodeJS.Timeout | undefined;
  let ended = false;
  async function recheck(): Promise<void> {
    try {
      await check();
    } catch (error) {
      if (error instanceof AppError && isRejection(error)) {
        controller.abort(error);
        return;
      }
    }
    if (!ended) wait();
  }
  function wait(): void {
    timer = setTimeout(() => void recheck(), ACCESS_RECHECK_MS).unref();
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

const isRejection = ({ code }: AppError): boolean =>
  code === 'identity_provider_unavailable' || [401, 403].includes(ERRORS[code].http);
