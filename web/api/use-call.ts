/** Hook for one answer: cached, shared, loaded again when it is old. */
import { QueryObserver, type QueryObserverOptions } from '@tanstack/query-core';
import { useMemo } from 'preact/hooks';
import { organisationId } from '../session/session.ts';
import type { Call, CallInput } from './define-call.ts';
import { queryClient } from './query-client.ts';
import { useObserver } from './use-observer.ts';

/** State of a call. */
export interface CallState<Answer> {
  /** Answer; with other input the last one, until the new one is there. Undefined before the first. */
  readonly data: Answer | undefined;
  readonly error: Error | null;
  /** True while an answer is on its way. */
  readonly isBusy: boolean;
  /** Calls again. */
  readonly retry: () => void;
}

/** Settings of a call. */
export interface CallOptions {
  /** False: not yet, as something that it needs is missing. */
  readonly isEnabled?: boolean;
  /** Interval at which it is called again. */
  readonly pollMs?: number | false;
}

/** Returns the cache key of an answer, to invalidate it; without input, the key of all answers of the call. */
export function callKey(
  call: Pick<Call<unknown, never>, 'method' | 'path'>,
  input?: CallInput,
): readonly unknown[] {
  const name = [organisationId.value, call.method, call.path];
  return input === undefined ? name : [...name, input];
}

/** Loads the answer of a call. */
export function useCall<Answer, Input extends CallInput>(
  call: Call<Answer, Input>,
  input: Input,
  { isEnabled = true, pollMs = false }: CallOptions = {},
): CallState<Answer> {
  const options = queryClient.defaultQueryOptions({
    queryKey: callKey(call, input),
    queryFn: ({ signal }) => call.send(input, signal),
    enabled: isEnabled,
    refetchInterval: pollMs,
    placeholderData: (last: Answer | undefined) => last,
  } as QueryObserverOptions<Answer, Error>);
  const observer = useMemo(() => new QueryObserver<Answer, Error>(queryClient, options), [call]);
  const { data, error, isFetching, refetch } = useObserver(
    observer,
    options as Parameters<typeof observer.getOptimisticResult>[0],
  );
  return { data, error, isBusy: isFetching, retry: () => void refetch() };
}
