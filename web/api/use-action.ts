/** Hook for a call that changes something. */
import { useState } from 'preact/hooks';

/** Running, or the error of the last attempt. */
export interface ActionState<Input, Answer> {
  readonly isBusy: boolean;
  readonly error: Error | null;
  /** Runs the action; resolves with null on failure, whose reason is `error`. */
  readonly run: (input: Input) => Promise<Answer | null>;
  readonly clear: () => void;
}

/** Runs one attempt at a time, so that a double click sends one request. */
export function useAction<Input, Answer>(
  send: (input: Input) => Promise<Answer>,
): ActionState<Input, Answer> {
  const [isBusy, setBusy] = useState(false);
  const [error, setError] = useState<Error | null>(null);
  const run = async (input: Input): Promise<Answer | null> => {
    if (isBusy) return null;
    setBusy(true);
    setError(null);
    try {
      return await send(input);
    } catch (failure) {
      setError(failure as Error);
      return null;
    } finally {
      setBusy(false);
    }
  };
  return { isBusy, error, run, clear: () => setError(null) };
}
