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
      select coalesce(bool_or(needs_proof), false) as needs_proof from (
        select ${approvalNeedsProof(sql)} as needs_proof
        from (select ${sql.orgId}::uuid as org_id) as organisation left join organisation_settings using (org_id)
      ) as one
    )
    select file.artefact_id, file.path, file.form is not null as has_form, file.validation_id,
      file.form is not null and known.workflow_id is null and paired.id is not null and coalesce((
        select false from workflow_forms
        where org_id = ${sql.orgId} and workflow_id = paired.id and form_version = file.form_version limit 1
      ), true) as is_other_version,
      case when known.workflow_id is not null then jsonb_build_object(
        'isApproved', known.is_approved, 'lacksProof', known.lacks_proof, 'isNewest', coalesce(known.is_newest, false),
        'wouldBlock', known.would_block) end as known,
      known.workflow_id is not null and known.connections is distinct from file.connections as other_connections,
      coalesce(known.workflow_id, paired.id) as workflow_id,
      case when known.workflow_id is null then paired.repository else known.repository end as repository,
      case when known.workflow_id is null then paired.filename else known.filename end as filename,
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
    left join lateral (
      select form.*, workflow.repository, workflow.filename,
        on_default_branch and (is_proven or not needs_proof) as is_approved,
        on_default_branch and not is_proven and needs_proof as lacks_proof,
        form.validation_id = (
          select newer.validation_id from workflow_forms as newer
          where newer.org_id = ${sql.orgId} and newer.workflow_id = form.workflow_id
            and newer.on_default_branch and (newer.is_proven or not needs_proof)
          order by newer.validation_id desc limit 1
        ) as is_newest
      from workflow_forms as form
      join workflows as workflow on workflow.org_id = ${sql.orgId} and workflow.id = form.workflow_id
      where form.org_id = ${sql.orgId} and form.form = file.form
        and (artefact.repository is null
          or case when paired.id is null then workflow.repository = artefact.repository
              and starts_with(workflow.filename, artefact.folder)
            else form.workflow_id = paired.id end)
      order by is_approved desc, would_block, is_newest desc nulls last, lacks_proof desc, form.validation_id desc
      limit 1
    ) as known on true`;
  return rows.map(toFileRow);
}

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
 * Lists files of linked folders whose path the artefact lacks, as they are on a default branch. A
 * folder of a prefix has files of many artefacts: nothing is said of it.
 */
export async function listMissing(
  sql: TenantTransaction,
  artefacts: readonly DriftArtefact[],
  limitEach: number,
): Promise<readonly MissingFile[]> {
  const links = artefacts
    .filter(({ linkId, prefix, reason }) => linkId !== null && prefix === null && reason === null)
    // Behind every text that begins with the folder.
    .map(({ id, repository, folder }) => ({ id, repository, folder, end: `${folder}\u{10ffff}` }));
  if (links.length === 0) return [];
  return sql<MissingFile[]>`
    select artefact.id as artefact_id, missing.id as workflow_id, missing.repository, missing.filename, missing.branch,
      missing.validation_id, missing.validated_at as at
    from jsonb_to_recordset(${JSON.stringify(links)}::text::jsonb) as artefact(id uuid, repository text, folder text, "end" text)
    cross join lateral (
      select id, repository, filename, branch, validation_id, validated_at from workflows as workflow
      -- By operators that an index has.
      where org_id = ${sql.orgId} and repository = artefact.repository and filename ~>=~ artefact.folder
        and filename ~<~ artefact.end and filename <> artefact.folder
        and is_on_default_branch and branch is not null
        and not exists (
          select from source_files as file
          where file.org_id = ${sql.orgId} and file.artefact_id = artefact.id
            and file.path = substr(filename, length(artefact.folder) + 1)
        )
      order by filename limit ${limitEach}
    ) as missing`;
}
