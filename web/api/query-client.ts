/** Cache of answers. */
import { QueryClient } from '@tanstack/query-core';
import { ApiError } from './api-error.ts';

/** Age up to which a cached answer is shown without another call. */
const FRESH_MS = 15_000;
/** Attempts after a failure that another attempt may mend. */
const RETRIES_MAX = 1;

/** Cache that all screens share. */
export const queryClient = new QueryClient({
  defaultOptions: {
    queries: {
      staleTime: FRESH_MS,
      retry: (failures, error) => failures < RETRIES_MAX && isWorthRetrying(error),
    },
  },
});

/** Returns whether to repeat a failed call at once: not after a rejection or with a given waiting time. */
function isWorthRetrying(error: Error): boolean {
  if (!(error instanceof ApiError)) return false;
  return error.retryAfterSeconds === null && (error.status === 0 || error.status >= 500);
}
