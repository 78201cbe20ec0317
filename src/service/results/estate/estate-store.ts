/** Update of the estate: stores which run each workflow shows, and the findings of that run. */

import { branchName } from '../../../contract/ci-context.ts';
import type { OrganisationSettings } from '../../../contract/organisation-settings.ts';
import { storableArray } from '../../../infra/database/postgres-text.ts';
import {
  type Fragment,
  sendWithCommit,
  type TenantTransaction,
} from '../../../infra/database/transaction.ts';
import { holdChannelSetting, noteChannels, replaceChannelEnds } from './channel-ends-store.ts';
import { moveForms, noteForms } from './workflow-forms-store.ts';

/** Scores of its last runs that a workflow keeps. */
const WORKFLOW_SCORES_MAX = 30;

/**
 * Updates the estate for validations of a repository, or of none, that this transaction has stored. Call it last: its statements go out with COMMIT, as
 * other runs of these workflows wait until the transaction ends. All lock workflows in the order of their ids.
 */
export function updateEstate(
  sql: TenantTransaction,
  validationIds: readonly string[],
  { defaultBranches, keepChannels }: Pick<OrganisationSettings, 'defaultBranches' | 'keepChannels'>,
  repository: string | null,
): void {
  if (validationIds.length === 0) return;
  const ids = sql`${storableArray(validationIds)}::text[]::uuid[]`;
  if (keepChannels) holdChannelSetting(sql);
  sendWithCommit(sql, upsertWorkflows(sql, ids, defaultBranches));
  if (repository !== null) noteForms(sql, ids, defaultBranches);
  // In a statement of its own: it must see what a concurrent run of the same workflow has stored.
  sendWithCommit(sql, replaceFindings(sql, ids));
  if (!keepChannels) return;
  replaceChannelEnds(sql, ids);
  noteChannels(sql, ids);
}

/** Notes which workflows show a run on a default branch, after the default branches have changed. */
export async function markDefaultBranches(
  sql: TenantTransaction,
  defaultBranches: readonly string[],
): Promise<void> {
  await sql`
    with changed as (
      select id from workflows
      where org_id = ${sql.orgId} and is_on_default_branch <> ${isDefault(sql, defaultBranches)}
      order by id for update
    )
    update workflows set is_on_default_branch = not is_on_default_branch from changed
    where workflows.org_id = ${sql.orgId} and workflows.id = changed.id`;
  await moveForms(sql, defaultBranches);
}

/** Writes the condition that a run is on a default branch or on none. */
function isDefault(sql: TenantTransaction, defaultBranches: readonly string[]): Fragment {
  const branches = storableArray(defaultBranches.map(branchName));
  return sql`coalesce(regexp_replace(branch, '^refs/heads/', '') = any(${branches}::text[]), true)`;
}

function upsertWorkflows(sql: TenantTransaction, ids: Fragment, defaultBranches: readonly string[]) {
  return sql`
    insert into workflows as workflow (
      org_id, id, platform, kind, filename, repository, branch, environment, source, is_on_default_branch,
      validation_id, validated_at, passed, would_block_count, score,
      critical_count, high_count, medium_count, low_count, total_count, scores, first_seen_at
    )
    select distinct on (workflow_id) org_id, workflow_id, platform, kind, filename, repository, branch, environment, source,
      ${isDefault(sql, defaultBranches)},
      id, validated_at, passed, would_block_count, score,
      critical_count, high_count, medium_count, low_count, total_count, array[score], validated_at
    from unnest(${ids}) as stored (stored_id)
    -- One by one: of each, Postgres then looks into one partition.
    cross join lateral (select * from validations where org_id = ${sql.orgId} and id = stored_id limit 1) as run
    cross join workflow_id_of(org_id, platform, coalesce(pipeline ->> 'pulledFrom', repository, pipeline ->> 'solutionName'), filename) as workflow_id
    order by workflow_id, id desc
    on conflict (org_id, id) do update set
      kind = excluded.kind, repository = excluded.repository, branch = excluded.branch,
      environment = excluded.environment, source = excluded.source,
      is_on_default_branch = excluded.is_on_default_branch, validation_id = excluded.validation_id,
      validated_at = excluded.validated_at, passed = excluded.passed, would_block_count = excluded.would_block_count,
      score = excluded.score, critical_count = excluded.critical_count, high_count = excluded.high_count,
      medium_count = excluded.medium_count, low_count = excluded.low_count, total_count = excluded.total_count,
      scores = case when workflow.is_on_default_branch = excluded.is_on_default_branch
        then (workflow.scores || excluded.scores)[greatest(1, cardinality(workflow.scores) + 2 - ${WORKFLOW_SCORES_MAX}::integer):]
        else excluded.scores end
    where (excluded.is_on_default_branch, excluded.validated_at, excluded.validation_id)
      > (workflow.is_on_default_branch, workflow.validated_at, workflow.validation_id)`;
}

/** Writes the statement about those of the runs that their workflows show now. */
function replaceFindings(sql: TenantTransaction, ids: Fragment) {
  return sql`
    with run as materialized (
      select id as workflow_id, validation_id, validated_at, platform, repository, owner_team_id,
        -- The scores begin anew when a run on a default branch takes the place of one on another branch.
        is_on_default_branch and cardinality(scores) > 1 as is_next_on_default
      from workflows
      where org_id = ${sql.orgId} and validation_id = any(${ids})
    ), found as materialized (
      -- Ids are distinct; if they were not, the result should be stored nevertheless.
      select distinct on (workflow_id, finding_id) run.workflow_id, (finding ->> 'id')::uuid as finding_id,
        finding ->> 'ruleId' as rule_id, finding ->> 'rule' as rule, run.platform,
        severity_rank(finding ->> 'severity') as severity, finding ->> 'category' as category,
        finding ->> 'exceptionStatus' as exception_status, (finding ->> 'exceptionId')::uuid as exception_id,
        run.validated_at as since
      from run
      cross join lateral (
        select findings from validations where org_id = ${sql.orgId} and id = run.validation_id limit 1
      ) as result
      cross join jsonb_array_elements(result.findings) as finding
      order by workflow_id, finding_id
    ), gone as (
      delete from open_findings as stored using run
      where stored.org_id = ${sql.orgId} and stored.workflow_id = run.workflow_id and not exists (
        select from found where found.workflow_id = stored.workflow_id and found.finding_id = stored.finding_id
      )
      returning stored.workflow_id, stored.finding_id, stored.severity, stored.since
    ), fixed as (
      insert into fixed_findings (org_id, fixed_at, workflow_id, finding_id, repository, owner_team_id, severity, since)
      select ${sql.orgId}, validated_at, workflow_id, finding_id, repository, owner_team_id, severity, since
      from gone join run using (workflow_id) where is_next_on_default
      on conflict do nothing
    )
    insert into open_findings as stored (
      org_id, workflow_id, finding_id, rule_id, rule, platform, severity, category, exception_status, exception_id, since
    )
    select ${sql.orgId}, workflow_id, finding_id, rule_id, rule, platform, severity, category, exception_status,
      exception_id, since
    from found
    where not exists (
      select from open_findings as same
      where same.org_id = ${sql.orgId} and same.workflow_id = found.workflow_id and same.finding_id = found.finding_id
        and (same.rule_id, same.rule, same.severity, same.category, same.exception_status)
          = (found.rule_id, found.rule, found.severity, found.category, found.exception_status)
        and same.exception_id is not distinct from found.exception_id
    )
    on conflict (org_id, workflow_id, finding_id) do update set
      rule_id = excluded.rule_id, rule = excluded.rule, severity = excluded.severity, category = excluded.category,
      exception_status = excluded.exception_status, exception_id = excluded.exception_id`;
}
