/** Rows of a pull behind the fetching: archives to submit, results to collect, the end. */
import { FILE_KINDS } from '../../../analysis/model/kinds/file-kind.ts';
import { PROJECT_FOLDER } from '../../../analysis/platforms/uipath/packed-files.ts';
import { storableArray, storableText } from '../../../infra/database/postgres-text.ts';
import type { TenantTransaction, Transaction } from '../../../infra/database/transaction.ts';
import type { Reason } from '../../../remotes/coverage.ts';

/** Archive that waits to be submitted. */
export interface WaitingArchive {
  readonly artefactId: string;
  readonly sourceId: string;
  readonly place: string;
  /** Kind of its bytes. */
  readonly kind: 'package' | 'files';
  readonly key: string;
  readonly name: string;
  readonly version: string;
  readonly blob: { readonly id: string; readonly bytes: number; readonly sha256: string };
}

/** Pull that is carried on. */
export interface OpenPull {
  readonly sourceId: string;
  readonly sourceName: string;
  readonly state: string;
}

/** Finds a pull, and makes others wait who carry it on; undefined: it is gone or has ended. */
export async function lockPull(sql: TenantTransaction, pullId: string): Promise<OpenPull | undefined> {
  const [row] = await sql<[OpenPull?]>`
    select source_id, name as source_name, pull.state
    from source_pulls as pull join sources on sources.org_id = pull.org_id and sources.id = source_id
    where pull.org_id = ${sql.orgId} and pull.id = ${pullId} and pull.state <> 'ended' for update of pull`;
  return row;
}

/** Lists archives that wait to be submitted, in the order of their artefacts. */
export async function listWaitingArchives(
  sql: TenantTransaction,
  pullId: string,
  rowsMax: number,
): Promise<readonly WaitingArchive[]> {
  return sql<WaitingArchive[]>`
    select id as artefact_id, source_id, place, kind, key, name, version,
      json_build_object('id', blob_id, 'bytes', blob_bytes, 'sha256', encode(blob_sha256, 'hex')) as blob
    from source_artefacts
    where org_id = ${sql.orgId} and pull_id = ${pullId} and blob_id is not null
      and source_id = (select source_id from source_pulls where org_id = ${sql.orgId} and id = ${pullId})
    order by id limit ${rowsMax}`;
}

/** Takes an archive out of the waiting ones. Returns false when another call has. */
export async function takeArchive(
  sql: TenantTransaction,
  { artefactId, blob }: Pick<WaitingArchive, 'artefactId' | 'blob'>,
): Promise<boolean> {
  const result = await sql`
    update source_artefacts set blob_id = null, blob_bytes = null, blob_sha256 = null
    where org_id = ${sql.orgId} and id = ${artefactId} and blob_id = ${blob.id}`;
  return result.count === 1;
}

/** Notes the project that judges an artefact. */
export async function noteProject(
  sql: TenantTransaction,
  artefactId: string,
  projectId: string,
): Promise<void> {
  await sql`
    update source_artefacts set project_id = ${projectId}, problem = null
    where org_id = ${sql.orgId} and id = ${artefactId}`;
}

/** Notes why the version that was fetched cannot be judged. */
export async function noteReason(
  sql: TenantTransaction,
  artefactId: string,
  { reason, problem }: { readonly reason: Reason; readonly problem: string },
): Promise<void> {
  await sql`
    update source_artefacts set project_id = null, reason = ${reason}, problem = ${storableText(problem)}, judged_marker = fetched_marker
    where org_id = ${sql.orgId} and id = ${artefactId}`;
}

/** Files that packing adds: no repository has them. */
const GENERATED =
  '(^|/)(CoverageMergeHelperWorkflow\\.xaml|PerformanceTestingBootloaderWorkflow\\.cs|bindings_v2\\.json)$|(^|/)\\.codedworkflows/';

/** Kinds of files that say something about others, and do nothing by themselves. */
const DATA_KINDS = Object.entries(FILE_KINDS).flatMap(([kind, { content }]) =>
  content === 'data' ? [kind] : [],
);

/** Errors after which the same bytes may well be judged another time. */
const PASSING = ['engine_unavailable', 'plan_limit_reached', 'validation_timeout', 'internal_error'];

/** Notes the results of projects of this pull that have ended, with their files. */
export async function collectResults(sql: TenantTransaction, pullId: string): Promise<void> {
  const ended = await sql<{ artefactId: string; projectId: string }[]>`
    update source_artefacts as artefact set
      reason = case
        when project.status = 'completed' then null
        when project.error ->> 'code' = 'unsupported_file_type' then 'unsupported_kind'
        when project.error ->> 'code' in ('archive_too_large', 'file_too_large', 'structure_limit_exceeded') then 'too_large'
        when project.error ->> 'code' = any(${storableArray(PASSING)}::text[]) then 'failed'
        else 'unreadable' end,
      problem = project.error ->> 'message',
      judged_marker = case when project.error ->> 'code' = any(${storableArray(PASSING)}::text[]) then null else fetched_marker end
    from projects as project
    where artefact.org_id = ${sql.orgId} and artefact.pull_id = ${pullId} and reason = 'not_yet' and artefact.blob_id is null
      and project.org_id = artefact.org_id and project.id = artefact.project_id and project.pull_id = ${pullId}
      and project.status in ('completed', 'failed')
    returning artefact.id as artefact_id, project.id as project_id`;
  for (const { artefactId, projectId } of ended) {
    await sql`delete from source_files where org_id = ${sql.orgId} and artefact_id = ${artefactId}`;
    await sql`
      insert into source_files (
        org_id, artefact_id, path, generated, is_data, content_sha256, form, connections, form_version, validation_id
      )
      -- What was packed stands below \`content/\`, in older packages below \`lib/net45/\`, which no repository has. It is what
      -- runs: nothing beside it takes its place.
      select distinct on (own.path) ${sql.orgId}::uuid, ${artefactId}::uuid, own.path, item.path ~ ${GENERATED},
        coalesce(run.kind = any(${storableArray(DATA_KINDS)}::text[]), false), run.content_sha256,
        run.form, run.connections, run.form_version, validation_id
      from project_items as item
      cross join lateral (select regexp_replace(item.path, ${PROJECT_FOLDER.source}, '', 'i') as path) as own
      cross join lateral (
        select kind, content_sha256, form, connections, form_version from validations
        where org_id = ${sql.orgId} and id = item.validation_id limit 1
      ) as run
      where item.org_id = ${sql.orgId} and project_id = ${projectId} and validation_id is not null
      order by own.path, item.path ~* ${PROJECT_FOLDER.source} desc, item.path`;
  }
}

/** Returns whether something of the pull still waits or runs. */
export async function isUnfinished(
  sql: TenantTransaction,
  pullId: string,
  sourceId: string,
): Promise<boolean> {
  const [row] = await sql<[{ isUnfinished: boolean }]>`
    select exists (
      select from source_artefacts where org_id = ${sql.orgId} and source_id = ${sourceId} and pull_id = ${pullId} and blob_id is not null
    ) or exists (
      select from projects where org_id = ${sql.orgId} and pull_id = ${pullId} and status in ('queued', 'running')
    ) as is_unfinished`;
  return row.isUnfinished;
}

/** Ends a pull: complete when every part was listed, and nothing that runs is left without a lasting verdict. */
export async function endJudgedPull(sql: TenantTransaction, pullId: string, sourceId: string): Promise<void> {
  await sql`
    with whole as (
      select not exists (
        select from source_parts where org_id = ${sql.orgId} and source_id = ${sourceId} and state <> 'ok'
      ) and not exists (
        select from source_artefacts
        where org_id = ${sql.orgId} and source_id = ${sourceId} and presence in ('present', 'no_access')
          and (presence = 'no_access' or reason in ('no_access', 'failed', 'not_yet', 'unreadable', 'too_large'))
      ) as is_whole
    ), noted as (
      update sources set last_complete_at = now() from whole
      where org_id = ${sql.orgId} and id = ${sourceId} and is_whole
    )
    update source_pulls set state = 'ended', outcome = case when is_whole then 'complete' else 'incomplete' end,
      ended_at = now(), progress_at = now(), leased_until = null, holder = null
    from whole where org_id = ${sql.orgId} and id = ${pullId} and state = 'judging'`;
}

/** Lists pulls of all organisations that wait for jobs and have made no progress. Over the owner's connection only. */
export async function listSilentPulls(
  sql: Transaction,
  before: Date,
  rowsMax: number,
): Promise<readonly { readonly orgId: string; readonly pullId: string }[]> {
  return sql<{ orgId: string; pullId: string }[]>`
    select org_id, id as pull_id from source_pulls
    where state in ('fetching', 'judging') and progress_at < ${before} order by progress_at limit ${rowsMax}`;
}
