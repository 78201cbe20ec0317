/** Folders of repositories that artefacts may have come from. */
import { storableArray } from '../../../infra/database/postgres-text.ts';
import type { TenantTransaction } from '../../../infra/database/transaction.ts';

/** Workflows that are looked at for a form: a file of a template has many. */
const WORKFLOWS_OF_FORM_MAX = 20;

/** Lists artefacts behind one that no link concerns, proposed or confirmed, in the order of their ids. */
export async function listUnlinked(
  sql: TenantTransaction,
  sourceId: string,
  afterId: string | null,
  rowsMax: number,
): Promise<readonly string[]> {
  const rows = await sql<{ id: string }[]>`
    select id from source_artefacts as artefact
    where org_id = ${sql.orgId} and source_id = ${sourceId} and presence = 'present'
      ${afterId === null ? sql`` : sql`and id > ${afterId}::uuid`}
      and not exists (
        select from source_links
        where org_id = ${sql.orgId} and artefact_id = artefact.id and state <> 'refused'
      )
      and not exists (
        select from source_links
        where org_id = ${sql.orgId} and source_id = artefact.source_id and state = 'confirmed' and starts_with(artefact.path, prefix)
      )
    order by id limit ${rowsMax}`;
  return rows.map(({ id }) => id);
}

/** File of an artefact, with a file on a default branch that has the same form. */
export interface AlikeFile {
  readonly artefactId: string;
  readonly path: string;
  /** Null: no repository knows the form. */
  readonly repository: string | null;
  readonly filename: string | null;
}

/** Lists the workflows of artefacts with all files of repositories that are the same. */
export async function listAlikeFiles(
  sql: TenantTransaction,
  artefactIds: readonly string[],
): Promise<readonly AlikeFile[]> {
  return sql<AlikeFile[]>`
    select file.artefact_id, file.path, known.repository, known.filename
    from source_files as file
    left join lateral (
      select workflow.repository, workflow.filename
      from workflow_forms as form
      join workflows as workflow on workflow.org_id = form.org_id and workflow.id = form.workflow_id
      where form.org_id = ${sql.orgId} and form.form = file.form and form.on_default_branch and workflow.repository is not null
      limit ${WORKFLOWS_OF_FORM_MAX}
    ) as known on true
    where file.org_id = ${sql.orgId} and file.artefact_id = any(${storableArray(artefactIds)}::text[]::uuid[])
      and not file.generated and not file.is_data and file.form is not null`;
}

/** Folder or file of a repository that is called as an artefact is. */
export interface NamedPlace {
  readonly artefactId: string;
  readonly repository: string;
  /** Folder with `/` at its end, or a file. */
  readonly folder: string;
  /** Its name has the id of the artefact, not only the name. */
  readonly isById: boolean;
}

/** Lists folders that have the name of an artefact, and files whose name has its id. */
export async function listNamedPlaces(
  sql: TenantTransaction,
  artefactIds: readonly string[],
): Promise<readonly NamedPlace[]> {
  return sql<NamedPlace[]>`
    with wanted as materialized (
      select id, lower(name) as name, lower(key) as key from source_artefacts
      where org_id = ${sql.orgId} and id = any(${storableArray(artefactIds)}::text[]::uuid[])
    ), files as materialized (
      select repository, filename, regexp_replace(filename, '[^/]*$', '') as folder from workflows
      where org_id = ${sql.orgId} and repository is not null and is_on_default_branch
    ), folders as materialized (
      -- The folder of a whole repository is called as the repository is.
      select distinct repository, folder,
        lower(regexp_replace(case when folder = '' then repository else rtrim(folder, '/') end, '^.*/', '')) as name
      from files
    )
    select wanted.id as artefact_id, repository, folder, false as is_by_id from wanted join folders using (name)
    union all
    select distinct wanted.id, repository, filename, true
    from wanted join files
      on wanted.key = substring(lower(filename) from '[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}')`;
}
