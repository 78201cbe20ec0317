/** Folders of repositories that artefacts may have come from. */
import { storableArray } from '../../../infra/database/postgres-text.ts';
import type { Fragment, TenantTransaction } from '../../../infra/database/transaction.ts';

/** Workflows that are looked at for a form: a file of a template has many. */
const WORKFLOWS_OF_FORM_MAX = 20;
/** Places of one name that are looked at. */
const PLACES_OF_NAME_MAX = 3;
/** Id in the name of a file or at the end of a key, in lower case. */
const GUID = '[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}';

/** Lists artefacts behind one that no link concerns, proposed or confirmed, in the order of their ids. */
export async function listUnlinked(
  sql: TenantTransaction,
  sourceId: string,
  afterId: string | null,
  rowsMax: number,
): Promise<readonly string[]> {
  const rows = await sql<{ id: string }[]>`
    select id from source_artefacts as artefact
    where ${isUnlinked(sql, sourceId)} ${afterId === null ? sql`` : sql`and id > ${afterId}::uuid`}
    order by id limit ${rowsMax}`;
  return rows.map(({ id }) => id);
}

const isUnlinked = (sql: TenantTransaction, sourceId: string): Fragment => sql`
  org_id = ${sql.orgId} and source_id = ${sourceId} and presence = 'present'
  and not exists (
    select from source_links
    where org_id = ${sql.orgId} and artefact_id = artefact.id and state <> 'refused'
  )
  and not exists (
    select from source_links
    where org_id = ${sql.orgId} and source_id = artefact.source_id and state = 'confirmed' and starts_with(artefact.path, prefix)
  )`;

/** File of an artefact, with a file on a default branch that has the same form. */
export interface AlikeFile {
  readonly artefactId: string;
  readonly path: string;
  /** Null: no repository knows the form. */
  readonly repository: string | null;
  readonly filename: string | null;
  /** The folder in which the file has its path is called as the artefact is. */
  readonly isNamed: boolean;
}

/** Lists the workflows of artefacts with all files of repositories that are the same. */
export async function listAlikeFiles(
  sql: TenantTransaction,
  artefactIds: readonly string[],
): Promise<readonly AlikeFile[]> {
  return sql<AlikeFile[]>`
    select file.artefact_id, file.path, known.repository, known.filename,
      coalesce(${folderName(sql)} = lower(artefact.name), false) as is_named
    from source_files as file
    join source_artefacts as artefact on artefact.org_id = file.org_id and artefact.id = file.artefact_id
    left join lateral (
      select workflow.repository, workflow.filename, left(workflow.filename, -length(file.path)) as folder
      from workflow_forms as form
      join workflows as workflow on workflow.org_id = form.org_id and workflow.id = form.workflow_id
      where form.org_id = ${sql.orgId} and form.form = file.form and form.on_default_branch and workflow.repository is not null
      limit ${WORKFLOWS_OF_FORM_MAX}
    ) as known on true
    where file.org_id = ${sql.orgId} and file.artefact_id = any(${storableArray(artefactIds)}::text[]::uuid[])
      and not file.generated and not file.is_data and file.form is not null`;
}

/** Writes the name of a folder in lower case; of the uppermost one: that of its repository. */
const folderName = (sql: TenantTransaction): Fragment =>
  sql`lower(regexp_replace(case when folder = '' then repository else rtrim(folder, '/') end, '^.*/', ''))`;

/** Folder or file of a repository that is called as an artefact is. */
export interface NamedPlace {
  readonly artefactId: string;
  readonly repository: string;
  /** Folder with `/` at its end, or a file. */
  readonly folder: string;
  /** Its name has the id of the artefact, not only the name. */
  readonly isById: boolean;
}

/**
 * Lists folders and files that are called as unlinked artefacts of a source are. A few of each name suffice: only one that is
 * alone is proposed. Reads the workflows of the organisation once for all artefacts.
 */
export async function listNamedPlaces(
  sql: TenantTransaction,
  sourceId: string,
): Promise<readonly NamedPlace[]> {
  return sql<NamedPlace[]>`
    with wanted as materialized (
      -- The key of a flow ends with its id, behind its environment.
      select id, lower(name) as name, substring(lower(key) from ${`${GUID}$`}::text) as guid
      from source_artefacts as artefact where ${isUnlinked(sql, sourceId)}
    ), files as materialized (
      select repository, filename, regexp_replace(filename, '[^/]*$', '') as folder from workflows
      where org_id = ${sql.orgId} and repository is not null and is_on_default_branch
    ), folders as materialized (
      -- The folder of a whole repository is called as the repository is.
      select distinct repository, folder,
        ${folderName(sql)} as name
      from files
    ), named as materialized (
      select repository, folder, name from (
        select *, row_number() over (partition by name order by repository, folder) as place
        from folders where name in (select name from wanted)
      ) as own where place <= ${PLACES_OF_NAME_MAX}
    ), identified as materialized (
      select repository, filename, guid from (
        select *, row_number() over (partition by guid order by repository, filename) as place
        from (select distinct repository, filename, substring(lower(filename) from ${GUID}::text) as guid from files) as own
        where guid in (select guid from wanted)
      ) as own where place <= ${PLACES_OF_NAME_MAX}
    )
    select wanted.id as artefact_id, repository, folder, false as is_by_id from wanted join named using (name)
    union all
    select wanted.id, repository, filename, true from wanted join identified using (guid)`;
}
