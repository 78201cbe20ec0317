/** `flowarden.v1.AccessService`: the decision of admission about a call, without the call. */

import { AppError } from '../../../errors.ts';
import { AccessServiceService } from '../../../gen/flowarden/v1/access.ts';
import { requireAnyScope, requireWholeOrganisation } from '../../../service/access/require-scope.ts';
import { type PlanGate, requirePlan } from '../../../service/plans/plan-cache.ts';
import { quote } from '../../convert/fields.ts';
import { defineService, type Service, traitsByPath } from '../../server/service.ts';

/** Creates the service for the methods of these other services. */
export function accessService(services: readonly Service[], plans: PlanGate): Service {
  const traits = traitsByPath(services);
  return defineService(AccessServiceService, {
    checkAccess: {
      async handle({ method }, { caller }) {
        const methodTraits = traits.get(method);
        if (methodTraits?.admits !== 'callers') {
          const message = `method is ${quote(method)}; it must be the full path of one of our methods.`;
          throw new AppError('invalid_field', message, { field: 'method' });
        }
        requireAnyScope(caller, methodTraits.scopes);
        requireWholeOrganisation(caller, methodTraits.teams !== undefined);
        requirePlan(await plans.entitlementOf(caller.orgId), methodTraits, new Date());
        return {};
      },
    },
  });
}
