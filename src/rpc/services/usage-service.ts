/** `flowarden.v1.UsageService`: the plan of an organisation and its usage. */

import type { Complete } from '../../contract/complete.ts';
import { PLANS, usedIn } from '../../contract/plan.ts';
import { type Usage as UsageMessage, UsageServiceService } from '../../gen/flowarden/v1/usage.ts';
import type { Sql } from '../../infra/database/connections.ts';
import { readUsage, type Usage } from '../../service/plans/usage.ts';
import { defineService, type Service } from '../server/service.ts';

/** Creates the service. */
export function usageService(sql: Sql): Service {
  return defineService(UsageServiceService, {
    getUsage: {
      async handle(_request, { caller }) {
        return { usage: toMessage(await readUsage(sql, caller.orgId)) };
      },
    },
  });
}

function toMessage({ orgId, plan, used, resetsAt, pastDueSince, months }: Usage): Complete<UsageMessage> {
  const { validationsPerMonthMax: limit, features } = PLANS[plan];
  return {
    orgId,
    plan,
    features: [...features],
    used,
    monthlyLimit: limit ?? undefined,
    remaining: limit === null ? undefined : Math.max(0, limit - used),
    resetsAt,
    pastDueSince: pastDueSince ?? undefined,
    months: months.map((month) => ({ ...month, used: usedIn(month) })),
  };
}
