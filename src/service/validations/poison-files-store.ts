/** Store of contents that are being analysed, or ran when a core died. They belong to no organisation. */

import { storableArray } from '../../infra/database/postgres-text.ts';
import type { Transaction } from '../../infra/database/transaction.ts';
import type { ProcessIdentity } from '../../infra/process/process-identity.ts';

/** An analysis that runs in some core. */
export interface RunningAnalysis extends ProcessIdentity {
  readonly id: string;
  /** Hexadecimal. */
  readonly contentSha256: string;
  readonly engineVersion: string;
}

/** Notes that an analysis runs. */
export async function insertRunningAnalysis(sql: Transaction, analysis: RunningAnalysis): Promise<void> {
  const { id, contentSha256, engineVersion, host, pid, started } = analysis;
  await sql`
    insert into running_analyses (id, content_sha256, engine_version, host, pid, process_started)
    values (${id}, decode(${contentSha256}, 'hex'), ${engineVersion}, ${host}, ${pid}, ${started})`;
}

/** Forgets an analysis that has ended. */
export async function deleteRunningAnalysis(sql: Transaction, id: string): Promise<void> {
  await sql`delete from running_analyses where id = ${id}`;
}

/** Locks a content until the transaction ends. */
export async function lockContent(sql: Transaction, contentSha256: string): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtextextended(${`poison ${contentSha256}`}, 0))`;
}

/** Every noted analysis, or those of one content by one version, each with its age. */
export async function listRunningAnalyses(
  sql: Transaction,
  contentSha256: string | null = null,
  engineVersion: string | null = null,
): Promise<readonly (RunningAnalysis & { readonly ageMs: number })[]> {
  return sql<(RunningAnalysis & { readonly ageMs: number })[]>`
    select id, encode(content_sha256, 'hex') as content_sha256, engine_version, host, pid, process_started as started,
      (extract(epoch from now() - begun_at) * 1000)::float8 as age_ms
    from running_analyses
    where (${contentSha256}::text is null or content_sha256 = decode(${contentSha256}, 'hex'))
      and (${engineVersion}::text is null or engine_version = ${engineVersion})`;
}

/** Counts the deaths of their cores against the contents of these analyses, one for each core, and forgets the analyses. */
export async function countDeaths(sql: Transaction, ids: readonly string[]): Promise<void> {
  await sql`
    with dead as (
      delete from running_analyses
      where id = any(${storableArray(ids)}::uuid[])
      returning content_sha256, engine_version, host, pid, process_started
    )
    insert into poison_files (content_sha256, engine_version, deaths)
    select content_sha256, engine_version, count(distinct (host, pid, process_started))
    from dead
    group by content_sha256, engine_version
    on conflict (content_sha256, engine_version) do update
    set deaths = poison_files.deaths + excluded.deaths, last_death_at = now()`;
}

/** Reads how many cores have died of a content within these hours. */
export async function readDeaths(
  sql: Transaction,
  contentSha256: string,
  engineVersion: string,
  hoursMax: number,
): Promise<number> {
  const [row] = await sql<{ deaths: number }[]>`
    select deaths from poison_files
    where content_sha256 = decode(${contentSha256}, 'hex') and engine_version = ${engineVersion}
      and last_death_at >= now() - make_interval(hours => ${hoursMax})`;
  return row?.deaths ?? 0;
}

/** Forgets deaths that are longer ago, then lists the contents that are left, the newest first. */
export async function listPoisonFiles(
  sql: Transaction,
  engineVersion: string,
  hoursMax: number,
  rowsMax: number,
): Promise<readonly { readonly contentSha256: string; readonly deaths: number }[]> {
  await sql`delete from poison_files where last_death_at < now() - make_interval(hours => ${hoursMax})`;
  return sql<{ contentSha256: string; deaths: number }[]>`
    select encode(content_sha256, 'hex') as content_sha256, deaths
    from poison_files
    where engine_version = ${engineVersion}
    order by last_death_at desc
    limit ${rowsMax}`;
}

/** Forgets the deaths of a content: it has been analysed, and the core lives. */
export async function deletePoisonFile(
  sql: Transaction,
  contentSha256: string,
  engineVersion: string,
): Promise<void> {
  await sql`
    delete from poison_files
    where content_sha256 = decode(${contentSha256}, 'hex') and engine_version = ${engineVersion}`;
}
