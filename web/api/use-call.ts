/** Hook for one answer: cached, shared, loaded again when it is old. */
import { callKey } from './answers.ts';
import type { Call, CallInput } from './define-call.ts';
import { type CallOptions, useAnswer } from './use-answer.ts';

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

/** Loads the answer of a call. */
export function useCall<Answer, Input extends CallInput>(
  call: Call<Answer, Input>,
  input: Input,
  options: CallOptions = {},
): CallState<Answer> {
  return useAnswer(
    call,
    callKey(call, input),
    (signal) => call.send(input, signal),
    options,
  ) as CallState<Answer>;
}
