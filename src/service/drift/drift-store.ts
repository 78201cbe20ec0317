/** Queries of drift: artefacts of sources with their links, and what is known of the forms of their files. */
import type { ArtefactState } from '../../contract/lists/artefact-state.ts';
import { storableText } from '../../infra/database/postgres-text.ts';
import type { Fragment, TenantTransaction } from '../../infra/database/transaction.ts';
import { approvalNeedsProof } from '../policy/organisation-settings-store.ts';
import type { KnownForm } from './file-state.ts';

/** Filters of drift; null does not filter. */
export interface DriftFilters {
  readonly state: ArtefactState | null;
  readonly sourceId: string | null;
  /** Repository that artefacts are linked to. */
  readonly repository: string | null;
  /** Place that artefacts run at, as sources name it. */
  readonly place: string | null;
}

/** Artefact of a source, with the link that counts. */
export interface DriftArtefact {
  readonly id: string;
  readonly sourceId: string;
  readonly sourceName: string;
  readonly sourceKind: string;
  readonly place: string;
  readonly name: string;
  readonly path: string;
  readonly version: string;
  readonly presence: string;
  /** Reason why it is not judged; null: it is. */
  readonly reason: string | null;
  readonly lastSeen: Date;
  readonly linkId: string | null;
  readonly repository: string | null;
  readonly folder: string | null;
  readonly prefix: string | null;
}

/** File of an artefact with the best run that knows its form. */
export interface FileRow {
  readonly artefactId: string;
  readonly path: string;
  /** It only says something about other files, as `project.json` does. */
  readonly isData: boolean;
  readonly hasForm: boolean;
  /** Run that judged it. */
  readonly validationId: string | null;
  readonly isOtherVersion: boolean;
  readonly known: KnownForm | null;
  /** Run that knows the form; else the newest one of the file in the linked folder that has the same path. */
  readonly counterpart: Counterpart | null;
  /** Connections differ from those of the run that knows the form. */
  readonly otherConnections: boolean;
}

/** Run of a repository's file. */
export interface Counterpart {
  readonly workflowId: string;
  readonly repository: string;
  readonly filename: string;
  readonly branch: string | null;
  readonly commit: string | null;
  readonly validationId: string;
  readonly at: Date;
}

/** Lists artefacts behind one, in the order of their ids. Those that are gone have no drift. */
export async function listArtefacts(
  sql: TenantTransaction,
  { sourceId, repository, place }: DriftFilters,
  afterId: string | null,
  limit: number,
): Promise<readonly DriftArtefact[]> {
  return sql<DriftArtefact[]>`
    with prefixed as materialized (
      select id, source_id, repository, folder, prefix from source_links
      where org_id = ${sql.orgId} and prefix is not null and state = 'confirmed'
    )
    select artefact.id, artefact.source_id, source.name as source_name, source.kind as source_kind, artefact.place, artefact.name,
      artefact.path, artefact.version, artefact.presence, artefact.reason, artefact.last_seen,
      link.id as link_id, link.repository, link.folder, link.prefix
    from source_artefacts as artefact
    join sources as source on source.org_id = artefact.org_id and source.id = artefact.source_id
    left join lateral (${linkOf(sql)}) as link on true
    where artefact.org_id = ${sql.orgId} and artefact.presence <> 'gone'
      ${afterId === null ? sql`` : sql`and artefact.id > ${afterId}::uuid`}
      ${sourceId === null ? sql`` : sql`and artefact.source_id = ${sourceId}::uuid`}
      ${place === null ? sql`` : sql`and artefact.place = ${storableText(place)}::text`}
      ${repository === null ? sql`` : sql`and link.repository = ${storableText(repository)}::text`}
    order by artefact.id
    limit ${limit}`;
}

/** Writes the query for the link of an artefact: its own, else that of the longest prefix of its path. */
const linkOf = (sql: TenantTransaction): Fragment => sql`
  (select id, repository, folder, prefix from source_links
   where org_id = ${sql.orgId} and artefact_id = artefact.id and state = 'confirmed' limit 1)
  union all
  (select id, repository, folder, prefix from prefixed
   where source_id = artefact.source_id and starts_with(artefact.path, prefix)
   order by length(prefix) desc limit 1)
  limit 1`;

/**
 * Lists the files of artefacts with what is known of their forms. Looked up one by one, so that the plan does not depend on what
 * Postgres knows. Where the linked folder has a file of the same path, its forms alone count: else another approved file of
 * the folder would pass for it.
 */
export async function listFileRows(
  sql: TenantTransaction,
  artefacts: readonly DriftArtefact[],
): Promise<readonly FileRow[]> {
  const links = artefacts.map(({ id, repository, folder, prefix, path }) => ({
    id,
    repository,
    folder,
    below: prefix === null ? null : path.slice(prefix.length),
  }));
  const rows = await sql<FlatRow[]>`
    with setting as materialized (
      select coalesce(bool_or(needs_proof), false) as needs_proof, coalesce(bool_or(waives_proof), false) as waives_proof
      from (
        select ${approvalNeedsProof(sql)} as needs_proof, approval_needs_proof is false as waives_proof
        from (select ${sql.orgId}::uuid as org_id) as organisation left join organisation_settings using (org_id)
      ) as one
    )
    select file.artefact_id, file.path, file.is_data, file.form is not null as has_form, file.validation_id,
      file.form is not null and known.workflow_id is null and paired.id is not null and coalesce((
        select false from workflow_forms
        where org_id = ${sql.orgId} and workflow_id = paired.id and form_version = file.form_version limit 1
      ), true) as is_other_version,
      case when known.workflow_id is not null then jsonb_build_object(
        'isApproved', known.is_approved, 'lacksProof', known.lacks_proof, 'isNewest', known.is_newest,
        'wouldBlock', known.would_block) end as known,
      known.workflow_id is not null and known.connections is distinct from file.connections
        and known.content_sha256 is distinct from file.content_sha256 as other_connections,
      coalesce(known.workflow_id, paired.id) as workflow_id,
      coalesce(owner.repository, paired.repository) as repository, coalesce(owner.filename, paired.filename) as filename,
      case when known.workflow_id is null then paired.branch else known.branch end as branch,
      known.commit_hash as commit, coalesce(known.validation_id, paired.validation_id) as run_id,
      coalesce(known.last_at, paired.validated_at) as at
    from setting, jsonb_to_recordset(${JSON.stringify(links)}::text::jsonb)
      as artefact(id uuid, repository text, folder text, below text)
    cross join lateral (
      -- Computed here: row-level security lets no index use a condition that computes something.
      select *, artefact.folder || coalesce(artefact.below, path) as wanted,
        artefact.folder || artefact.below || '/' || path as wanted_below
      from source_files where org_id = ${sql.orgId} and artefact_id = artefact.id and not generated
      offset 0
    ) as file
    left join lateral (
      select id, repository, filename, branch, validation_id, validated_at from workflows
      where org_id = ${sql.orgId} and repository = artefact.repository
        and filename in (artefact.folder, file.wanted, file.wanted_below)
      limit 1
    ) as paired on artefact.repository is not null
    left join lateral (${knownBy(sql, sql`form.form = file.form`)}) as by_form on true
    -- Equal bytes are the same in all versions of forms.
    left join lateral (
      ${knownBy(sql, sql`form.content_sha256 = file.content_sha256 and by_form.is_newest is not true`)}
    ) as by_content on true
    left join lateral (
      select by_content.* where by_content.workflow_id is not null and (by_form.workflow_id is null or by_content.is_newest)
      union all
      select by_form.* where by_form.workflow_id is not null
      limit 1
    ) as known on true
    left join lateral (
      select repository, filename from workflows
      where org_id = ${sql.orgId} and id = known.workflow_id and paired.id is distinct from known.workflow_id
    ) as owner on true`;
  return rows.map(toFileRow);
}

/**
 * Writes the query for the best form of repositories that a condition finds. Where there is a paired workflow, its forms alone
 * count. The newest approved run of a workflow decides for its form.
 */
const knownBy = (sql: TenantTransaction, condition: Fragment): Fragment => sql`
  select form.*, is_approved, on_default_branch and not is_approved as lacks_proof, is_approved and not exists (
      select from workflow_forms as newer
      where newer.org_id = ${sql.orgId} and newer.workflow_id = form.workflow_id and newer.on_default_branch
        and (newer.is_proven or not needs_proof) and newer.validation_id > form.validation_id
    ) as is_newest
  from workflow_forms as form
  cross join lateral (select on_default_branch and (is_proven or not needs_proof) as is_approved) as approval
  where form.org_id = ${sql.orgId} and ${condition}
    and case when artefact.repository is null then true
      when paired.id is not null then form.workflow_id = paired.id
      else exists (
        select from workflows as workflow
        where workflow.org_id = ${sql.orgId} and workflow.id = form.workflow_id
          and workflow.repository = artefact.repository and starts_with(workflow.filename, artefact.folder)) end
    -- Where proof is waived, a form may be approved twice, by a proven run and by another.
    and not (waives_proof and on_default_branch and exists (
      select from workflow_forms as later
      where later.org_id = ${sql.orgId} and later.workflow_id = form.workflow_id and later.form = form.form
        and later.on_default_branch and later.is_proven <> form.is_proven and later.validation_id > form.validation_id))
  order by is_approved desc, would_block, is_newest desc, lacks_proof desc, form.validation_id desc
  limit 1`;

type FlatRow = Omit<FileRow, 'counterpart'> &
  Omit<Counterpart, 'workflowId' | 'validationId'> & {
    readonly workflowId: string | null;
    readonly runId: string;
  };

function toFileRow({
  workflowId,
  repository,
  filename,
  branch,
  commit,
  runId: validationId,
  at,
  ...own
}: FlatRow): FileRow {
  const run = { repository, filename, branch, commit, validationId, at };
  return { ...own, counterpart: workflowId === null ? null : { workflowId, ...run } };
}

/** File of a linked folder that the tenant does not have. */
export interface MissingFile extends Omit<Counterpart, 'commit'> {
  readonly artefactId: string;
}

/**
 * Lists files of linked folders whose path the artefact lacks, as they are on a default branch. Of a folder that is linked to a
 * prefix, an artefact has what lies below its own path.
 */
export async function listMissing(
  sql: TenantTransaction,
  artefacts: readonly DriftArtefact[],
  limitEach: number,
): Promise<readonly MissingFile[]> {
  const links = artefacts.flatMap(({ id, linkId, prefix, path, repository, folder, reason }) => {
    if (linkId === null || reason !== null || path === prefix) return [];
    const own = prefix === null ? folder! : `${folder}${path.slice(prefix.length)}/`;
    // Behind every text that begins with the folder.
    return [{ id, repository, folder: own, end: `${own}\u{10ffff}` }];
  });
  if (links.length === 0) return [];
  return sql<MissingFile[]>`
    select artefact.id as artefact_id, missing.id as workflow_id, missing.repository, missing.filename, missing.branch,
      missing.validation_id, missing.validated_at as at
    from jsonb_to_recordset(${JSON.stringify(links)}::text::jsonb) as artefact(id uuid, repository text, folder text, "end" text)
    cross join lateral (
      -- A difference of lists, not a search in one for each entry of the other.
      select filename from (
        select filename from workflows
        -- By operators that an index has.
        where org_id = ${sql.orgId} and repository = artefact.repository and filename ~>=~ artefact.folder
          and filename ~<~ artefact.end and filename <> artefact.folder
          and is_on_default_branch and branch is not null
        except
        select artefact.folder || path from source_files where org_id = ${sql.orgId} and artefact_id = artefact.id
      ) as difference
      order by filename limit ${limitEach}
    ) as lacking
    cross join lateral (
      select id, repository, filename, branch, validation_id, validated_at from workflows
      where org_id = ${sql.orgId} and repository = artefact.repository and filename = lacking.filename
        and is_on_default_branch and branch is not null
      limit 1
    ) as missing`;
}
