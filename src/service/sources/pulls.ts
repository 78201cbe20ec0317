/** Use cases of pulls: start one, test a source, read what came of it. The process that pulls does the rest. */
import { AppError } from '../../errors.ts';
import type { Sql } from '../../infra/database/connections.ts';
import { withOrganisation } from '../../infra/database/database.ts';
import { isUuid } from '../../infra/database/uuid-v7.ts';
import { HOUR_MS } from '../../units.ts';
import type { Change } from '../policy/organisation-settings.ts';
import type { SourcePull } from './pull.ts';
import {
  type ArtefactRecord,
  countPullsSince,
  findPull,
  insertPull,
  listKnownArtefacts,
  listParts,
  listPulls,
  type PartRecord,
  type SourcePage,
} from './pulls-store.ts';
import type { ArtefactFilter } from './source-filters.ts';
import { note, requireSource, type SourceDeps } from './sources.ts';
import { listCredentials, lockSources } from './sources-store.ts';

/** Pulls of a source that people may start in an hour. */
export const PULLS_PER_HOUR_MAX = 6;
/** Tests of a source that people may start in an hour. */
export const TESTS_PER_HOUR_MAX = 20;

/**
 * Starts a pull, or a test, which lists and fetches nothing.
 * @throws AppError `not_found`; `state_conflict` without a credential, while it is paused, or while another runs; `rate_limited`
 */
export async function startPull(
  { sql, now }: Pick<SourceDeps, 'sql' | 'now'>,
  change: Change,
  id: string,
  isProbe: boolean,
): Promise<SourcePull> {
  return withOrganisation(sql, change.orgId, async (transaction) => {
    await lockSources(transaction);
    const source = await requireSource(transaction, id);
    if (source.kind === 'pushed')
      throw new AppError(
        'state_conflict',
        'The source is pushed: run flowarden pull with --server in the network of its platform.',
      );
    if (source.state === 'paused' && !isProbe)
      throw new AppError('state_conflict', 'The source is paused. Set its state to active first.');
    if ((await listCredentials(transaction, [source.id])).length === 0)
      throw new AppError('state_conflict', 'The source has no credential. Set one first.');
    const at = now();
    const made = { sourceId: source.id, isProbe, startedByName: change.actor.name };
    const most = isProbe ? TESTS_PER_HOUR_MAX : PULLS_PER_HOUR_MAX;
    if ((await countPullsSince(transaction, made, new Date(at.getTime() - HOUR_MS))) >= most)
      throw new AppError(
        'rate_limited',
        `A source may have ${most} ${isProbe ? 'tests' : 'pulls'} an hour. Try again later.`,
        { retryAfterSeconds: '600' },
      );
    const pullId = await insertPull(transaction, made, at);
    if (pullId === undefined)
      throw new AppError('state_conflict', 'A pull or test of this source runs already. Wait for its end.');
    await note(transaction, change, source, {
      action: isProbe ? 'source.tested' : 'source.pulled',
      details: { pullId },
    });
    return (await findPull(transaction, source.id, pullId))!;
  });
}

/** One pull. @throws AppError `not_found` */
export async function readPull(sql: Sql, orgId: string, sourceId: string, id: string): Promise<SourcePull> {
  return withOrganisation(sql, orgId, async (transaction) => {
    const source = await requireSource(transaction, sourceId);
    const found = isUuid(id) ? await findPull(transaction, source.id, id) : undefined;
    if (found !== undefined) return found;
    throw new AppError('not_found', `The source has no pull with the id ${JSON.stringify(id.slice(0, 40))}.`);
  });
}

/** SourcePage that a list begins with. */
export interface PageRequest {
  readonly cursor: string | null;
  readonly pageSize: number;
}

/** One page of the pulls of a source. @throws AppError `not_found`, `invalid_cursor` */
export async function readPulls(
  sql: Sql,
  orgId: string,
  sourceId: string,
  { cursor, pageSize }: PageRequest,
): Promise<SourcePage<SourcePull>> {
  return withOrganisation(sql, orgId, async (transaction) => {
    const { id } = await requireSource(transaction, sourceId);
    return listPulls(transaction, id, cursor, pageSize);
  });
}

/** One page of the parts of a source. @throws AppError `not_found` */
export async function readSourceParts(
  sql: Sql,
  orgId: string,
  sourceId: string,
  { cursor, pageSize }: PageRequest,
): Promise<SourcePage<PartRecord>> {
  return withOrganisation(sql, orgId, async (transaction) => {
    const { id } = await requireSource(transaction, sourceId);
    return listParts(transaction, id, cursor, pageSize);
  });
}

/** One page of the artefacts of a source. @throws AppError `not_found`, `invalid_cursor` */
export async function readArtefacts(
  sql: Sql,
  orgId: string,
  sourceId: string,
  { reason, cursor, pageSize }: PageRequest & { readonly reason: ArtefactFilter | null },
): Promise<SourcePage<ArtefactRecord>> {
  return withOrganisation(sql, orgId, async (transaction) => {
    const { id } = await requireSource(transaction, sourceId);
    return listKnownArtefacts(transaction, id, { reason, cursor }, pageSize);
  });
}
