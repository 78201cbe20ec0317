/** Use cases of pushed pulls: begin one or go on with it, read what it wants, skip an artefact, end it. */
import { randomUUID } from 'node:crypto';
import { AppError } from '../../../errors.ts';
import type { Sql } from '../../../infra/database/connections.ts';
import { withOrganisation } from '../../../infra/database/database.ts';
import type { TenantTransaction } from '../../../infra/database/transaction.ts';
import { isUuid } from '../../../infra/database/uuid-v7.ts';
import type { Reason } from '../../../remotes/coverage.ts';
import type { RemotePlatform } from '../../../remotes/select-artefacts.ts';
import { HOUR_MS } from '../../../units.ts';
import type { Change } from '../../policy/organisation-settings.ts';
import { countCoverage } from '../coverage-store.ts';
import type { SourcePull } from '../pull.ts';
import {
  countWaiting,
  listWanted,
  storeUnfetched,
  WAITING_MAX,
  type WantedArtefact,
} from '../pulling/artefacts-store.ts';
import { advanceLater, endPull } from '../pulling/pulling-store.ts';
import { PULLS_PER_HOUR_MAX } from '../pulls.ts';
import { countPullsSince, findPull } from '../pulls-store.ts';
import type { SourceAddress, SourceCoverage, SourceRecord } from '../source.ts';
import { addressOfSource, tenantOf } from '../source-address.ts';
import { note, type SourceDeps } from '../sources.ts';
import { findSource, lockSources } from '../sources-store.ts';
import {
  beginJudging,
  findPushed,
  insertPush,
  lockOpenPush,
  lockPush,
  noteArtefact,
  noteProblem,
  type OpenPush,
  takeOver,
} from './pushes-store.ts';

/** Pushed pull as its sender sees it. */
export interface Push {
  readonly pull: SourcePull;
  /** Run of the command; undefined: the answer is not that of the beginning. */
  readonly turn?: string;
  readonly wanted: readonly WantedArtefact[];
  /** Too many archives wait. */
  readonly isFull: boolean;
  /** Absent: the pull has not ended. */
  readonly coverage?: SourceCoverage | undefined;
}

/** Tenant that a command reads. */
export interface PushedTenant {
  readonly platform: RemotePlatform;
  readonly settings: Omit<SourceAddress, 'platform'>;
}

/** Pull of a source, and who sends. */
export interface PushKey {
  readonly orgId: string;
  /** API key of the caller; null: the caller has another credential. */
  readonly keyId: string | null;
  readonly sourceId: string;
  readonly pullId: string;
}

/** Pull in the hands of a run of the command. */
export interface HeldPush extends PushKey {
  readonly turn: string;
}

/**
 * Begins a pull, or takes over the one that is open.
 * @throws AppError `not_found` for sources that the key may not send to; `state_conflict` for another tenant, a paused source,
 * or while what was sent before is judged; `rate_limited`
 */
export async function beginPush(
  { sql, now }: Pick<SourceDeps, 'sql' | 'now'>,
  change: Change,
  { keyId, sourceId }: Pick<PushKey, 'keyId' | 'sourceId'>,
  tenant: PushedTenant,
): Promise<Push> {
  return withOrganisation(sql, change.orgId, async (transaction) => {
    await lockSources(transaction);
    const source = await requireSender(transaction, keyId, sourceId);
    requireTenant(source, tenant);
    if (source.state === 'paused')
      throw new AppError('state_conflict', 'The source is paused. Set its state to active first.');
    const turn = randomUUID();
    const open = await lockOpenPush(transaction, source.id);
    if (open?.state === 'judging')
      throw new AppError(
        'state_conflict',
        'What was sent before is being judged. Run the command again in some minutes.',
      );
    const pullId = open?.id ?? (await insertNew(transaction, source, change, { turn, at: now() }));
    if (open !== undefined) await takeOver(transaction, open.id, turn);
    const details = { pullId, pushed: true, ...(open !== undefined && { resumed: true }) };
    await note(transaction, change, source, { action: 'source.pulled', details });
    return { ...(await pushOf(transaction, source.id, pullId)), turn };
  });
}

async function insertNew(
  sql: TenantTransaction,
  { id: sourceId }: SourceRecord,
  { actor }: Change,
  { turn, at }: { readonly turn: string; readonly at: Date },
): Promise<string> {
  const since = new Date(at.getTime() - HOUR_MS);
  if ((await countPullsSince(sql, { sourceId, isProbe: false }, since)) >= PULLS_PER_HOUR_MAX)
    throw new AppError(
      'rate_limited',
      `A source may have ${PULLS_PER_HOUR_MAX} pulls an hour. Try again later.`,
      { retryAfterSeconds: '600' },
    );
  return insertPush(sql, { sourceId, holder: turn, startedByName: actor.name }, at);
}

/** Reads a pull with some of what it wants, and its coverage once it has ended. @throws AppError `not_found` */
export async function readPush(sql: Sql, { orgId, keyId, sourceId, pullId }: PushKey): Promise<Push> {
  return withOrganisation(sql, orgId, async (transaction) => {
    await requireSender(transaction, keyId, sourceId);
    const push = await pushOf(transaction, sourceId, pullId);
    const { state } = push.pull;
    if (state === 'ended')
      return { ...push, coverage: (await countCoverage(transaction, [sourceId])).get(sourceId) };
    if (state !== 'fetching') return push;
    const key = { orgId, sourceId, id: pullId };
    // More than there is room for would be fetched, sent, and rejected.
    const room = WAITING_MAX - (await countWaiting(transaction, key));
    if (room <= 0) return { ...push, isFull: true };
    return { ...push, wanted: await listWanted(transaction, key, room) };
  });
}

/** Notes why an artefact was not fetched. Harmless when it is done twice. @throws AppError `not_found`, `state_conflict` */
export async function skipPushed(
  sql: Sql,
  held: HeldPush,
  artefactId: string,
  { reason, problem }: { readonly reason: Reason; readonly problem: string },
): Promise<Push> {
  return whileHeld(sql, held, async (transaction, pull) => {
    const key = { orgId: held.orgId, sourceId: pull.sourceId, id: pull.id };
    const artefact = isUuid(artefactId) ? await findPushed(transaction, key, artefactId) : undefined;
    if (artefact === undefined) throw noArtefact(artefactId);
    if (pull.state !== 'fetching' || !artefact.isWanted) return;
    const isLasting = reason === 'too_large' || reason === 'unreadable';
    await storeUnfetched(transaction, key, artefact, { reason, problem, isLasting });
    await noteArtefact(transaction, pull.id, problem);
  });
}

/** Ends the sending. @param problem why the command could not go on; null: all has come. @throws as `skipPushed` */
export async function endPush(sql: Sql, held: HeldPush, problem: string | null): Promise<Push> {
  return whileHeld(sql, held, async (transaction, { id, sourceId, state }) => {
    if (problem !== null) await noteProblem(transaction, id, problem);
    const key = { orgId: held.orgId, sourceId, id };
    if (state !== 'fetching') return endPull(transaction, key, 'failed');
    await beginJudging(transaction, id);
    await advanceLater(transaction, key);
  });
}

/** Does something to a pull in the hands of this run; one whose sending has ended is left as it is. */
export async function whileHeld(
  sql: Sql,
  { orgId, keyId, sourceId, pullId, turn }: HeldPush,
  work: (sql: TenantTransaction, pull: OpenPush, source: SourceRecord) => Promise<void>,
): Promise<Push> {
  return withOrganisation(sql, orgId, async (transaction) => {
    const source = await requireSender(transaction, keyId, sourceId);
    const pull = isUuid(pullId) ? await lockPush(transaction, source.id, pullId) : undefined;
    if (pull === undefined) throw noPull(pullId);
    if (pull.state === 'listing' || pull.state === 'fetching') {
      if (pull.holder !== turn)
        throw new AppError('state_conflict', 'A newer run of the command goes on with this pull.');
      await work(transaction, pull, source);
    }
    return pushOf(transaction, source.id, pull.id);
  });
}

/** Creates the error of an artefact that the source does not have. */
export function noArtefact(id: string): AppError {
  return new AppError(
    'not_found',
    `The source has no artefact with the id ${JSON.stringify(id.slice(0, 40))}.`,
  );
}

function noPull(id: string): AppError {
  return new AppError('not_found', `The source has no pull with the id ${JSON.stringify(id.slice(0, 40))}.`);
}

async function pushOf(sql: TenantTransaction, sourceId: string, pullId: string): Promise<Push> {
  const pull = isUuid(pullId) ? await findPull(sql, sourceId, pullId) : undefined;
  if (pull === undefined) throw noPull(pullId);
  return { pull, wanted: [], isFull: false };
}

/** Returns the source, if this key is its sender: of others a key learns nothing. */
async function requireSender(
  sql: TenantTransaction,
  keyId: string | null,
  id: string,
): Promise<SourceRecord> {
  const source = isUuid(id) ? await findSource(sql, id) : undefined;
  if (source?.kind === 'pushed' && keyId !== null && source.senderKeyId === keyId) return source;
  throw new AppError(
    'not_found',
    `There is no source with the id ${JSON.stringify(id.slice(0, 40))} that this API key may send to.`,
  );
}

/** Rejects the listing of another tenant: its packages would take the place of those of this one. */
function requireTenant(source: SourceRecord, { platform, settings }: PushedTenant): void {
  const [expected, given] = [
    addressOfSource(source),
    addressOfSource({ kind: 'pushed', settings: { ...settings, platform } }),
  ];
  if (expected.kind === given.kind && tenantOf(expected) === tenantOf(given)) return;
  throw new AppError(
    'state_conflict',
    `The source is of ${tenantOf(expected)}, and the command reads ${tenantOf(given)}. Give it the addresses of the source.`,
  );
}
