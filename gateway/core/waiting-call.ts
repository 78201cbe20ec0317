/** Calls that can wait for the end of a run. */
import { type CallContext, type Core, READ_TIME } from './client.ts';
import type { UnaryMethod } from './unary-call.ts';

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
