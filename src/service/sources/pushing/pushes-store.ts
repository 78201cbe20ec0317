/** Rows of pushed pulls. No process claims them: they are never due, and `holder` is the run of the command that sends. */
import { storableJson, storableText } from '../../../infra/database/postgres-text.ts';
import type { TenantTransaction, Transaction } from '../../../infra/database/transaction.ts';
import { uuidV7 } from '../../../infra/database/uuid-v7.ts';
import { PULL_PROBLEMS_MAX, PULLS_RETAINED_DAYS, type PullCounts, type PullState } from '../pull.ts';
import { type WantedArtefact, wanted } from '../pulling/artefacts-store.ts';
import type { PullKey } from '../pulling/pulling-store.ts';

/** Pull that a command sends. */
export interface OpenPush {
  readonly id: string;
  readonly sourceId: string;
  readonly state: PullState;
  /** Run of the command; null: it has ended. */
  readonly holder: string | null;
}

/** Finds the pull of a source that has not ended, and holds it until the transaction ends. */
export async function lockOpenPush(sql: TenantTransaction, sourceId: string): Promise<OpenPush | undefined> {
  const [row] = await sql<[OpenPush?]>`
    select id, source_id, state, holder from source_pulls
    where org_id = ${sql.orgId} and source_id = ${sourceId} and state <> 'ended' for update`;
  return row;
}

/** Finds a pull in any state, and holds it until the transaction ends. */
export async function lockPush(
  sql: TenantTransaction,
  sourceId: string,
  id: string,
): Promise<OpenPush | undefined> {
  const [row] = await sql<[OpenPush?]>`
    select id, source_id, state, holder from source_pulls
    where org_id = ${sql.orgId} and source_id = ${sourceId} and id = ${id} for update`;
  return row;
}

/** Returns whether a pull waits for what this key sends. */
export async function isSending(sql: TenantTransaction, keyId: string): Promise<boolean> {
  const [row] = await sql<[{ isSending: boolean }]>`
    select exists (
      select from source_pulls as pull join sources as source on source.org_id = pull.org_id and source.id = source_id
      where pull.org_id = ${sql.orgId} and sender_key_id = ${storableText(keyId)} and pull.state in ('listing', 'fetching')
    ) as is_sending`;
  return row.isSending;
}

/** Inserts a pull that waits for its listing, and returns its id. Rounds that ended long ago are deleted. */
export async function insertPush(
  sql: TenantTransaction,
  { sourceId, holder, startedByName }: { sourceId: string; holder: string; startedByName: string },
  at: Date,
): Promise<string> {
  const id = uuidV7(at);
  await sql`
    delete from source_pulls
    where org_id = ${sql.orgId} and source_id = ${sourceId}
      and ended_at < ${at}::timestamptz - ${PULLS_RETAINED_DAYS} * interval '1 day'`;
  await sql`
    insert into source_pulls (
      org_id, id, source_id, is_probe, state, started_by_name, due_at, holder, created_at, progress_at
    )
    values (${sql.orgId}, ${id}, ${sourceId}, false, 'listing', ${storableText(startedByName)}, 'infinity', ${holder}, ${at}, ${at})`;
  return id;
}

/** Gives a pull to another run of the command. */
export async function takeOver(sql: TenantTransaction, id: string, holder: string): Promise<void> {
  await sql`
    update source_pulls set holder = ${holder}, progress_at = now()
    where org_id = ${sql.orgId} and id = ${id}`;
}

/** Notes that a listing has come. */
export async function noteListing(
  sql: TenantTransaction,
  id: string,
  counts: PullCounts,
  problems: readonly string[],
): Promise<void> {
  await sql`
    update source_pulls set state = 'fetching', counts = ${storableJson(counts)}::text::jsonb,
      problems = ${storableJson(problems.slice(0, PULL_PROBLEMS_MAX))}::text::jsonb, progress_at = now()
    where org_id = ${sql.orgId} and id = ${id}`;
}

/** Counts an artefact that was sent or skipped, with a sentence about what was wrong; null: nothing. */
export async function noteArtefact(
  sql: TenantTransaction,
  id: string,
  problem: string | null,
): Promise<void> {
  await sql`
    update source_pulls set counts = counts || jsonb_build_object('fetched', coalesce((counts ->> 'fetched')::int, 0) + 1),
      progress_at = now()
    where org_id = ${sql.orgId} and id = ${id}`;
  if (problem !== null) await noteProblem(sql, id, problem);
}

/** Adds a sentence, once. */
export async function noteProblem(sql: TenantTransaction, id: string, problem: string): Promise<void> {
  await sql`
    update source_pulls set problems = problems || jsonb_build_array(${storableText(problem)}::text)
    where org_id = ${sql.orgId} and id = ${id} and jsonb_array_length(problems) < ${PULL_PROBLEMS_MAX}
      and not problems @> jsonb_build_array(${storableText(problem)}::text)`;
}

/** Says that nothing more comes. */
export async function beginJudging(sql: TenantTransaction, id: string): Promise<void> {
  await sql`
    update source_pulls set state = 'judging', holder = null, progress_at = now()
    where org_id = ${sql.orgId} and id = ${id}`;
}

/** Finds an artefact of a source; `isWanted`: the pull still wants it. */
export async function findPushed(
  sql: TenantTransaction,
  pull: PullKey,
  artefactId: string,
): Promise<(WantedArtefact & { readonly isWanted: boolean }) | undefined> {
  const [row] = await sql<[(WantedArtefact & { readonly isWanted: boolean })?]>`
    select id, key, name, marker, version, address, (${wanted(sql, pull)}) as is_wanted from source_artefacts
    where org_id = ${sql.orgId} and source_id = ${pull.sourceId} and id = ${artefactId}`;
  return row;
}

/** Problem of a pull whose command has not been heard of for long. */
const LEFT = 'The command ended before it had sent everything. Run it again.';

/**
 * Ends the sending of pushed pulls of all organisations that have been silent: what was sent is judged. Over the owner's
 * connection only.
 */
export async function endSilentPushes(sql: Transaction, before: Date): Promise<void> {
  await sql`
    update source_pulls as pull set
      state = case when pull.state = 'fetching' then 'judging' else 'ended' end,
      outcome = case when pull.state = 'fetching' then null else 'failed' end,
      ended_at = case when pull.state = 'fetching' then null else now() end,
      problems = problems || jsonb_build_array(${LEFT}::text), holder = null
    from sources as source
    where source.org_id = pull.org_id and source.id = source_id and kind = 'pushed'
      and pull.state in ('listing', 'fetching') and progress_at < ${before}`;
}
