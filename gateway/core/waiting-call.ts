/** Reads that can wait for the end of a run: query parameters and call. */
import { CONTRACT_LIMITS } from '../../src/contract/limits.ts';
import { booleanField, integerField, neverEmpty } from '../endpoint/fields.ts';
import { type CallContext, type Core, READ_TIME } from './client.ts';
import type { UnaryMethod } from './unary-call.ts';

/** Returns the query parameters of a gate that can be polled; `subject` appears in their descriptions. */
export function gateQuery(subject: 'validation' | 'project', gate: string) {
  return {
    // A script whose variable is unset must not pass.
    gate: neverEmpty(booleanField(gate).optional()),
    wait: integerField(
      0,
      CONTRACT_LIMITS.runWaitSecondsMax,
      `Seconds to wait for the end of the ${subject} before the answer says how far it is.`,
    ).default(0),
  };
}

/** Reads and waits for the end of a run for up to `waitSeconds`. A gateway that stops does not wait. */
export async function callAndWait<Request extends { readonly waitSeconds: number }, Response>(
  core: Core,
  method: UnaryMethod<Request, Response>,
  request: Request,
  context: CallContext,
  draining: AbortSignal,
): Promise<Response> {
  const now = { ...request, waitSeconds: 0 };
  const { waitSeconds } = request;
  if (waitSeconds === 0 || draining.aborted) return core.call(method, now, context, READ_TIME);
  const signal = AbortSignal.any([context.signal, draining]);
  const time = { ...READ_TIME, callMsMax: READ_TIME.callMsMax + waitSeconds * 1000, isLongPoll: true };
  try {
    return await core.call(method, request, { ...context, signal }, time);
  } catch (error) {
    if (!draining.aborted || context.signal.aborted) throw error;
    return core.call(method, now, context, READ_TIME);
  }
}
