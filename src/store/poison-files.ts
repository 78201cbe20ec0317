/** Which contents are being analysed, and which ran when a core died. They belong to no organisation. */
import type { ProcessIdentity } from '../process-identity.ts';
import { storableArray } from './text.ts';
import type { Transaction } from './transaction.ts';

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

/** Every noted analysis, with its age. */
export async function listRunningAnalyses(
  sql: Transaction,
): Promise<readonly (RunningAnalysis & { readonly ageMs: number })[]> {
  return sql<(RunningAnalysis & { readonly ageMs: number })[]>`
    select id, encode(content_sha256, 'hex') as content_sha256, engine_version, host, pid, process_started as started,
      (extract(epoch from now() - begun_at) * 1000)::float8 as age_ms
    from running_analyses`;
}

/** Counts the death of their core against the contents of these analyses, once each, and forgets the analyses. */
export async function countDeaths(sql: Transaction, ids: readonly string[]): Promise<void> {
  await sql`
    with dead as (
      delete from running_analyses where id = any(${storableArray(ids)}::uuid[]) returning content_sha256, engine_version
    )
    insert into poison_files (content_sha256, engine_version, deaths)
    select distinct content_sha256, engine_version, 1 from dead
    on conflict (content_sha256, engine_version) do update
    set deaths = poison_files.deaths + 1, last_death_at = now()`;
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
