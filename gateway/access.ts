/** Asks the core whether a caller may make a call, before anything of the request but its headers is looked at. */
import { AccessServiceService } from '../src/gen/flowarden/v1/access.ts';
import type { CallContext, CallTime, Core } from './client.ts';
import { GATEWAY_LIMITS } from './limits.ts';
import type { Route } from './route.ts';

const TIME: CallTime = {
  callMsMax: GATEWAY_LIMITS.readCallMsMax,
  coreReturnMsMax: GATEWAY_LIMITS.coreReturnValidateMsMax,
  timeoutCode: 'engine_unavailable',
};

/** Throws the core's refusal of this caller, if there is one. */
export async function checkAccess({ access }: Route, core: Core, context: CallContext): Promise<void> {
  if (access === 'open') return;
  await core.call(AccessServiceService.checkAccess, { method: access.path }, context, TIME);
}
