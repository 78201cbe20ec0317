/** Use cases of links: list them, propose one by hand, confirm or reject one. */
import { ANY } from '../../contract/exception.ts';
import type { LINK_DECISIONS } from '../../contract/lists/link-state.ts';
import { AppError } from '../../errors.ts';
import { readList } from '../../infra/database/bounded-read.ts';
import type { Sql } from '../../infra/database/connections.ts';
import { withOrganisation } from '../../infra/database/database.ts';
import type { TenantTransaction } from '../../infra/database/transaction.ts';
import { isUuid, uuidV7 } from '../../infra/database/uuid-v7.ts';
import type { Scope } from '../access/scopes.ts';
import { audit } from '../audit/audit-store.ts';
import { type Decider, findConflicts } from '../exceptions/decidable.ts';
import type { Change } from '../policy/organisation-settings.ts';
import type { ListPage, Paging } from '../results/estate/paging.ts';
import { DRIFT_LIMITS } from './limits.ts';
import {
  type CarriedException,
  countPrefixLinks,
  decideLink,
  findConfirmed,
  findLink,
  holdLinkable,
  insertLink,
  type LinkFilters,
  type LinkRecord,
  listExceptionsOfRepository,
  listLinks,
  lockLink,
  type NewLink,
} from './links-store.ts';

/** Lists one page of links. @throws AppError `invalid_cursor`, `query_timeout` */
export function readLinks(
  sql: Sql,
  orgId: string,
  filters: LinkFilters,
  paging: Paging,
): Promise<ListPage<LinkRecord>> {
  return readList(sql, orgId, (transaction) => listLinks(transaction, filters, paging));
}

/**
 * Proposes a link by hand; it counts once it is confirmed.
 * @throws AppError `not_found` for an unknown artefact or source, `state_conflict` for a pair that is there
 */
export function addLink(
  sql: Sql,
  { orgId, actor }: Change,
  wanted: Omit<NewLink, 'id' | 'because'>,
): Promise<LinkRecord> {
  return withOrganisation(sql, orgId, async (transaction) => {
    const { sourceId, artefactId, prefix } = wanted;
    if (
      !isUuid(sourceId) ||
      (artefactId !== null && !isUuid(artefactId)) ||
      !(await holdLinkable(transaction, wanted))
    )
      throw new AppError('not_found', 'The organisation has no such source, or the source no such artefact.');
    if (prefix !== null && (await countPrefixLinks(transaction, sourceId)) >= DRIFT_LIMITS.prefixLinksMax)
      throw new AppError(
        'state_conflict',
        `The source has ${DRIFT_LIMITS.prefixLinksMax} links for prefixes, which is the limit. Link a shorter prefix.`,
        { limit: String(DRIFT_LIMITS.prefixLinksMax) },
      );
    const id = uuidV7();
    if (!(await insertLink(transaction, { ...wanted, id, because: `by ${actor.name}` })))
      throw new AppError('state_conflict', 'There is a link of this pair. Confirm that one.', {});
    return (await findLink(transaction, id))!;
  });
}

/** Caller who decides on a link. */
export interface LinkDecider {
  readonly scopes: readonly Scope[];
  readonly now: () => Date;
}

/**
 * Confirms or rejects a link. One to files with exceptions takes who may approve these: the scope `exceptions:approve`, and a
 * person other than each requester, as what the exceptions waive then counts as approved where it runs.
 * @throws AppError `not_found`, `state_conflict` for an artefact with another confirmed link, `insufficient_scope`, `self_approval`
 */
export function settleLink(
  sql: Sql,
  { orgId, actor, requestId }: Change,
  { scopes, now }: LinkDecider,
  { id, state }: { readonly id: string; readonly state: (typeof LINK_DECISIONS)[number] },
): Promise<LinkRecord> {
  return withOrganisation(sql, orgId, async (transaction) => {
    const link = isUuid(id) ? await lockLink(transaction, id) : undefined;
    if (link === undefined)
      throw new AppError('not_found', `The organisation has no link ${JSON.stringify(id.slice(0, 80))}.`);
    if (link.state === state) return link;
    const at = now();
    if (state === 'confirmed') {
      const other = await findConfirmed(transaction, link);
      if (other !== undefined)
        throw new AppError(
          'state_conflict',
          `It is linked already, by the link ${other}. Refuse that one first.`,
          {},
        );
      await requireApprover(transaction, { actor, scopes }, await carriedBy(transaction, link, at), at);
    }
    await decideLink(transaction, id, state, { byId: actor.id, byName: actor.name, at });
    const { sourceName, artefactName, prefix, repository, folder } = link;
    await audit(transaction, {
      actor,
      action: state === 'confirmed' ? 'link.confirmed' : 'link.refused',
      target: { kind: 'link', id, name: `${sourceName}: ${artefactName ?? prefix}` },
      details: { repository, folder },
      changes: [{ field: 'state', from: link.state, to: state }],
      requestId,
    });
    return (await findLink(transaction, id))!;
  });
}

/** Lists the exceptions for files of the folder. Not by files that are known: one that is deleted may come back. */
async function carriedBy(
  sql: TenantTransaction,
  { repository, folder }: LinkRecord,
  at: Date,
): Promise<readonly CarriedException[]> {
  const exceptions = await listExceptionsOfRepository(sql, repository, at);
  return exceptions.filter(({ fileName, byBaseName }) => {
    const [first = '', ...others] = fileName.split(ANY);
    return byBaseName || first.startsWith(folder) || (others.length > 0 && folder.startsWith(first));
  });
}

/** @throws AppError `insufficient_scope`, `self_approval` */
async function requireApprover(
  sql: TenantTransaction,
  { actor, scopes }: Decider,
  carried: readonly CarriedException[],
  at: Date,
): Promise<void> {
  const [first] = carried;
  if (first === undefined) return;
  if (!scopes.includes('exceptions:approve'))
    throw new AppError(
      'insufficient_scope',
      `Files of the folder have exceptions, ${carried.length} in all, such as one for ${first.ruleId}: confirming the link needs exceptions:approve.`,
      { scope: 'exceptions:approve' },
    );
  const conflictWith = await findConflicts(sql, actor, at);
  for (const exception of carried) {
    const rejection = await conflictWith(exception);
    if (rejection === undefined) continue;
    const message = `A file of the folder has the exception ${exception.id} for ${exception.ruleId}. ${rejection.message}`;
    throw new AppError('self_approval', message, { exceptionId: exception.id });
  }
}
