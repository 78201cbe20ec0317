/** Forms that the runs of repositories' files have had: what drift compares the files of tenants with. */
import { branchName } from '../../../contract/ci-context.ts';
import { storableArray } from '../../../infra/database/postgres-text.ts';
import {
  type Fragment,
  sendWithCommit,
  type TenantTransaction,
  type Transaction,
} from '../../../infra/database/transaction.ts';

/** Days after its newest run that a form of a workflow is known, if the workflow lives that long. */
const FORM_DAYS = 400;

/**
 * Notes the forms of runs that name a repository. Their workflows are locked, as the update of the estate does; rows are
 * locked in the order of their keys. A run without a branch approves nothing, and neither does a pulled one: what runs in a tenant
 * does not approve itself.
 */
export function noteForms(sql: TenantTransaction, ids: Fragment, defaultBranches: readonly string[]): void {
  sendWithCommit(
    sql,
    sql`
    insert into workflow_forms as known (
      org_id, workflow_id, form, on_default_branch, is_proven, form_version, connections, content_sha256, would_block, branch,
      commit_hash, validation_id, first_at, last_at
    )
    select distinct on (workflow_id, found.form, on_default_branch, is_proven)
      org_id, workflow_id, found.form, on_default_branch, is_proven, form_version, connections, content_sha256,
      not passed or would_block_count > 0, branch, pipeline ->> 'commit', id, validated_at, validated_at
    from unnest(${ids}) as stored (stored_id)
    -- One by one: of each, Postgres then looks into one partition.
    cross join lateral (
      select * from validations
      where org_id = ${sql.orgId} and id = stored_id and repository is not null and form is not null
        and pipeline ->> 'pulledFrom' is null
      limit 1
    ) as run
    cross join workflow_id_of(org_id, platform, repository, filename) as workflow_id
    cross join coalesce(${isNamed(sql, defaultBranches)}, false) as on_default_branch
    cross join lateral (
      select on_default_branch and (pipeline -> 'isProven') is not null and (pipeline -> 'runsOwnBranch') is not null
    ) as proof (is_proven)
    cross join unnest(run.form || run.part_forms) as found (form)
    order by workflow_id, found.form, on_default_branch, is_proven, id desc
    on conflict (org_id, workflow_id, form, on_default_branch, is_proven) do update set
      form_version = excluded.form_version, connections = excluded.connections, content_sha256 = excluded.content_sha256,
      would_block = excluded.would_block, branch = excluded.branch, commit_hash = excluded.commit_hash,
      validation_id = excluded.validation_id, last_at = excluded.last_at
    where known.validation_id < excluded.validation_id`,
  );
}

/** Notes which forms are on a default branch, after the default branches have changed. None is proven by that. */
export async function moveForms(sql: TenantTransaction, defaultBranches: readonly string[]): Promise<void> {
  await sql`
    with moved as (
      delete from workflow_forms
      where org_id = ${sql.orgId} and on_default_branch <> coalesce(${isNamed(sql, defaultBranches)}, false)
      returning *
    )
    insert into workflow_forms as known
    select distinct on (workflow_id, form, on_default_branch)
      org_id, workflow_id, form, not on_default_branch, false, form_version, connections, content_sha256, would_block,
      branch, commit_hash, validation_id, first_at, last_at
    from moved
    order by workflow_id, form, on_default_branch, validation_id desc
    on conflict (org_id, workflow_id, form, on_default_branch, is_proven) do update set
      form_version = excluded.form_version, connections = excluded.connections, content_sha256 = excluded.content_sha256,
      would_block = excluded.would_block, branch = excluded.branch, commit_hash = excluded.commit_hash,
      validation_id = excluded.validation_id, last_at = excluded.last_at
    where known.validation_id < excluded.validation_id`;
}

/** Writes the condition that a branch is one of these; null without a branch. */
function isNamed(sql: TenantTransaction, branches: readonly string[]): Fragment {
  const names = storableArray(branches.map(branchName));
  return sql`regexp_replace(branch, '^refs/heads/', '') = any(${names}::text[])`;
}

/** Deletes up to `rows` forms whose newest run is long ago. Returns how many. Needs the owner's connection. */
export async function deleteOldForms(sql: Transaction, now: Date, rows: number): Promise<number> {
  const result = await sql`
    delete from workflow_forms
    where ctid = any(array(
      select old.ctid from organisations cross join lateral (
        select ctid from workflow_forms
        where org_id = organisations.id and last_at < ${now}::timestamptz - ${FORM_DAYS}::int * interval '24 hours'
        limit ${rows} for update skip locked
      ) as old
      limit ${rows}
    ))`;
  return result.count;
}
