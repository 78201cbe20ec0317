/** `flowarden plan`: shows and changes the plan of an organisation, directly in the database. */

import { isPlanName, PLANS } from '../../contract/plan.ts';
import { inTransaction } from '../../infra/database/database.ts';
import { ofOrganisation } from '../../infra/database/transaction.ts';
import type { Config } from '../../infra/settings/config.ts';
import { changePlan, readPlan } from '../../service/plans/change-plan.ts';
import { PLAN_LIMITS } from '../../service/plans/limits.ts';
import type { PlanChange, PlanEntitlement } from '../../service/plans/plans-store.ts';
import { formatNumber } from '../../text/format.ts';
import { asOwner, DATABASE_HINT, dayOf, operatorActor, readArguments, rejecting } from './operator.ts';
import { knownOrganisation } from './organisation.ts';

const PLAN_LINES = Object.entries(PLANS).map(([name, { validationsPerMonthMax, features }]) => {
  const validations =
    validationsPerMonthMax === null ? 'any number of' : formatNumber(validationsPerMonthMax);
  const besides = features.length === 0 ? '' : `; ${features.join(', ')}`;
  return `  ${name.padEnd(11)}${validations} validations a month${besides}`;
});

const USAGE = `flowarden plan show [--org UUID]
flowarden plan set PLAN [--org UUID]
flowarden plan past-due DATE|none [--org UUID]
flowarden plan suspend [--org UUID]
flowarden plan resume [--org UUID]

${PLAN_LINES.join('\n')}

  past-due   a payment has been due since that day (2026-11-21); after ${PLAN_LIMITS.pastDueDaysMax} days validations are rejected
  suspend    rejects every call of the organisation
  --org      the organisation; not needed when there is only one

A change is effective within ${PLAN_LIMITS.planCacheMsMax / 1000} seconds.
${DATABASE_HINT}
`;

const OPTIONS = { org: { type: 'string' }, help: { type: 'boolean', short: 'h' } } as const;

const reject: (message: string) => never = rejecting(USAGE);

/** Runs the command; `write` prints on standard output. Returns the exit code. */
export async function planCommand(
  argv: readonly string[],
  config: Config,
  write: (text: string) => void,
): Promise<number> {
  const { values, positionals } = readArguments(argv, OPTIONS, reject);
  if (values.help) {
    write(USAGE);
    return 0;
  }
  const change = readChange(positionals);
  const entitlement = await asOwner(config, (owner) =>
    inTransaction(owner, async (sql) => {
      const tenant = ofOrganisation(sql, await knownOrganisation(sql, values.org));
      return change === null ? readPlan(tenant) : changePlan(tenant, change, operatorActor());
    }),
  );
  write(describe(entitlement));
  return 0;
}

/** Reads the change from the arguments; null when there is none. */
function readChange([action, value, ...more]: readonly string[]): PlanChange | null {
  const takesValue = action === 'set' || action === 'past-due';
  if (more.length > 0 || (value !== undefined && !takesValue)) reject('Too many arguments.');
  switch (action) {
    case 'show':
      return null;
    case 'set':
      if (value === undefined || !isPlanName(value))
        reject(`The plan must be one of: ${Object.keys(PLANS).join(', ')}.`);
      return { plan: value };
    case 'past-due':
      if (value === 'none') return { pastDueSince: null };
      return {
        pastDueSince: dayOf(value ?? '') ?? reject('The day must have the form 2026-11-21, or be none.'),
      };
    case 'suspend':
      return { suspendedAt: new Date() };
    case 'resume':
      return { suspendedAt: null };
    default:
      return reject(action === undefined ? 'Missing subcommand.' : `Unknown subcommand \`plan ${action}\`.`);
  }
}

function describe({ orgId, orgName, plan, used, pastDueSince, suspendedAt }: PlanEntitlement): string {
  const limit = PLANS[plan].validationsPerMonthMax;
  const of = limit === null ? '' : ` of ${formatNumber(limit)}`;
  const lines = [
    ['Organisation', `${orgId}  ${orgName}`],
    ['Plan', plan],
    ['Validations', `${formatNumber(used)}${of} in this month`],
    ['Past due', pastDueSince === null ? 'no' : `since ${pastDueSince.toISOString()}`],
    ['Suspended', suspendedAt === null ? 'no' : `since ${suspendedAt.toISOString()}`],
  ];
  return lines.map(([name, value]) => `${name!.padEnd(14)}${value}\n`).join('');
}
