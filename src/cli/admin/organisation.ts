/** Selection of the organisation of an operator's command. */

import { ofOrganisation, type Transaction } from '../../infra/database/transaction.ts';
import { uuidV7 } from '../../infra/database/uuid-v7.ts';
import { StartError } from '../../infra/process/start-error.ts';
import { audit } from '../../service/audit/audit-store.ts';
import { insertOrganisation, listOrganisations } from '../../service/organisations/organisations-store.ts';
import { operatorActor } from './operator.ts';

/** Options that select it. */
export const ORGANISATION_OPTIONS = {
  org: { type: 'string' },
  'new-org': { type: 'string' },
} as const;

/** Help for these options. */
export const ORGANISATION_USAGE = `  --org       the organisation; not needed when there is only one
  --new-org   creates an organisation of this name; the first one is always created
`;

/** Returns the named organisation, a new one, the only one, or the first one. */
export async function organisationFor(
  sql: Transaction,
  { org, 'new-org': newName }: { readonly org?: string | undefined; readonly 'new-org'?: string | undefined },
): Promise<string> {
  if (newName !== undefined && org !== undefined)
    throw new StartError('Give --org or --new-org, not both.', 2);
  const known = await listOrganisations(sql);
  if (newName === undefined && (org !== undefined || known.length > 0)) return knownOrganisation(sql, org);
  const name = newName?.trim() || 'First organisation';
  const orgId = uuidV7();
  await insertOrganisation(sql, { id: orgId, name });
  await audit(ofOrganisation(sql, orgId), {
    actor: operatorActor(),
    action: 'organisation.created',
    target: { kind: 'organisation', id: orgId, name },
    details: {},
    requestId: null,
  });
  return orgId;
}

/** Returns the named organisation, or the only one. */
export async function knownOrganisation(sql: Transaction, org: string | undefined): Promise<string> {
  const known = await listOrganisations(sql);
  if (org === undefined && known.length === 1) return known[0]!.id;
  const found = known.find(({ id }) => id === org?.toLowerCase());
  if (found !== undefined) return found.id;
  const which = known.map(({ id, name }) => `  ${id}  ${name}`).join('\n');
  const what = org === undefined ? 'Missing --org.' : `There is no organisation ${org}.`;
  throw new StartError(known.length === 0 ? 'There is no organisation yet.' : `${what} Known:\n${which}`, 2);
}
