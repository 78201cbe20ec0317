/** Failed call on the page: what happened, what to do, and what to quote in a report. */
import { useEffect, useState } from 'preact/hooks';
import { ApiError } from '../../api/api-error.ts';
import { Button } from '../form/button.tsx';
import { Icon } from '../icons/icon.tsx';

interface ErrorStateProps {
  readonly error: Error;
  /** Absent where another attempt makes no sense. */
  readonly onRetry?: () => void;
}

/** Statuses of answers that another attempt does not change. */
const FINAL_STATUSES = [400, 403, 404];

/** Shows an error. With a waiting time from the API, it counts down and retries. */
export function ErrorState({ error, onRetry: retry }: ErrorStateProps) {
  const problem = error instanceof ApiError ? error : null;
  const onRetry = FINAL_STATUSES.includes(problem?.status ?? 0) ? undefined : retry;
  const waitSeconds = useCountdown(error, problem?.retryAfterSeconds ?? null, onRetry);
  return (
    <div class="notice notice--bad" role="alert">
      <Icon name="warning" />
      <div class="notice-body">
        <p>{error.message}</p>
        {problem && (
          <p class="soft">
            {problem.docsUrl === null ? (
              <span class="mono">{problem.code}</span>
            ) : (
              <a class="mono" href={problem.docsUrl}>
                {problem.code}
              </a>
            )}
            {problem.requestId !== null && (
              <>
                {' '}
                · request <span class="mono">{problem.requestId}</span>
              </>
            )}
          </p>
        )}
        {onRetry && (
          <div class="row">
            <Button onClick={onRetry}>Try again</Button>
            {waitSeconds > 0 && <span class="soft">The next attempt is in {waitSeconds} s.</span>}
          </div>
        )}
      </div>
    </div>
  );
}

/** Counts the seconds down, then retries. Returns the remaining seconds. */
function useCountdown(error: Error, seconds: number | null, onRetry?: () => void): number {
  const [left, setLeft] = useState(seconds ?? 0);
  useEffect(() => {
    if (seconds === null || onRetry === undefined) return;
    const endsAtMs = Date.now() + seconds * 1000;
    const timer = setInterval(() => {
      const rest = Math.max(0, Math.ceil((endsAtMs - Date.now()) / 1000));
      setLeft(rest);
      if (rest > 0) return;
      clearInterval(timer);
      onRetry();
    }, 250);
    return () => clearInterval(timer);
  }, [error]);
  return left;
}
