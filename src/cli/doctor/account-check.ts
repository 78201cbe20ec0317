/** Check of the account of the database: whether a role can do its work with it, and no more. */
import type { AccountFacts } from '../../infra/database/account-facts.ts';
import { APPLICATION_ROLE, DELIVERIES_ROLE, PULLS_ROLE } from '../../infra/database/database.ts';
import { type CheckResult, resultsOf } from './check.ts';
import type { ServingRole } from './settings-check.ts';

const SCRIPT = 'deploy/postgres-roles.sh makes the accounts';

const { ok, warning, failed } = resultsOf('account');

/**
 * Returns the problems of the account for a role, or for any role. The account of the embedded Postgres may do
 * everything there.
 */
export function checkAccount(
  facts: AccountFacts,
  role: ServingRole | null,
  isEmbedded = false,
): readonly CheckResult[] {
  const { account, isOwner, isUnwalled, unwalledRoles } = facts;
  const problems: CheckResult[] = unwalledRoles.map((name) =>
    failed(
      `Row-level security does not hold the role ${name}: \`alter role ${name} nosuperuser nobypassrls\`.`,
    ),
  );
  for (const [name, may, roles] of [
    [APPLICATION_ROLE, facts.maySwitchToApplication, ['core', 'jobs']],
    [DELIVERIES_ROLE, facts.maySwitchToDeliveries, ['deliveries']],
    [PULLS_ROLE, facts.maySwitchToPulls, ['pulls']],
  ] as const) {
    if (may === null)
      problems.push(
        failed(`The role ${name} does not exist: run \`flowarden migrate\` as the owner, or ${SCRIPT}.`),
      );
    else if (!may && roles.some((known) => known === role))
      problems.push(
        failed(
          `${account} may not become ${name}: \`grant ${name} to ${account}\`, or take the account of the ${role}; ${SCRIPT}.`,
        ),
      );
  }
  if (role === 'jobs' && isOwner === false)
    problems.push(
      failed(
        `${account} does not own the tables, which the jobs need: take the account of the owner; ${SCRIPT}.`,
      ),
    );
  if ((role === 'core' || role === 'deliveries' || role === 'pulls') && (isOwner || isUnwalled))
    problems.push(
      warning(`${account} has more rights than the ${role} needs: give it a separate account; ${SCRIPT}.`),
    );
  else if (isUnwalled && !isEmbedded)
    problems.push(
      warning(
        `${account} is a superuser or bypasses row-level security: take an account that owns this database alone; ${SCRIPT}.`,
      ),
    );
  const mayBecome = [facts.maySwitchToApplication, facts.maySwitchToDeliveries, facts.maySwitchToPulls];
  if (role === null && !isOwner && !mayBecome.some((may) => may))
    problems.push(failed(`${account} has no rights in this database: ${SCRIPT}.`));
  return problems.length > 0 ? problems : [ok(`${account} has the rights that it needs.`)];
}
