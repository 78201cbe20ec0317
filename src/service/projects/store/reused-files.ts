/** Results of files that have not changed since the run before: the database makes them out of those of that run. */
import { originOf } from '../../../contract/ci-context.ts';
import { storableJson, storableText } from '../../../infra/database/postgres-text.ts';
import type { TenantTransaction } from '../../../infra/database/transaction.ts';
import { touchedOutlines } from '../../outlines/outlines-store.ts';
import { comparableBranch } from '../../validations/predecessors-store.ts';
import { columnsOf, RECORD_FIELDS, reusedValues } from '../../validations/validation-columns.ts';
import { eventDeliveries } from '../../webhooks/events-store.ts';
import { touchedReports } from './file-reports.ts';
import type { ProjectItem, ProjectRecord } from './project-record.ts';

/** File whose result may be reused, and the ids of its validation and its event. */
export interface ReuseRequest {
  readonly number: number;
  /** Key of its report, which has to be that of the run before, hexadecimal; null: both archives have the same bytes. */
  readonly reportKey: string | null;
  readonly validationId: string;
  readonly eventId: string;
}

/** Reused file, as far as alarms need it. `validationId` is null where it has no result again. */
export type ReusedFile = Pick<ProjectItem, 'path' | 'platform' | 'score' | 'validationId'> & {
  readonly number: number;
};

/** Part of a project that reuse needs. */
type ReusingProject = Pick<ProjectRecord, 'orgId' | 'id' | 'previousId' | 'label' | 'pipeline' | 'branch'>;

/**
 * Ends the files whose outcome in the run before follows from the same basis: each with a validation and an event of its
 * own, as another analysis would make them. They must be locked. Skips those of which a part is no longer stored.
 * @param at time of their validation
 */
export async function reuseItems(
  sql: TenantTransaction,
  project: ReusingProject,
  basis: string,
  at: Date,
  inputs: readonly ReuseRequest[],
): Promise<readonly ReusedFile[]> {
  const { orgId, id: projectId } = project;
  return sql<ReusedFile[]>`
    with pair as materialized (${pairs(sql, project, basis, inputs)}),
    validation as (${reusedValidations(sql, project, at)}),
    needed as (${touchedReports(sql, sql`array(select report_key from pair)`)}),
    shown as (${touchedOutlines(sql, sql`array(select outline_id from pair)`)}),
    event as (
      insert into events (org_id, id, kind, occurred_at, data)
      select old.org_id, pair.event_id, old.kind, ${at}::timestamptz, (old.data::jsonb ||
        jsonb_build_object('validationId', pair.validation_id, 'validatedAt', ${at.toISOString()}::text,
                           'label', ${storableText(project.label)}::text))::json
      from pair join lateral (
        select * from events where org_id = ${orgId} and id = pair.old_event_id limit 1
      ) as old on pair.status = 'completed'
      returning org_id, id, kind, occurred_at
    ), ${eventDeliveries(sql, 'generic')}
    update project_items as item set
      status = pair.status, report_key = pair.report_key, platform = pair.platform, validation_id = pair.validation_id,
      passed = pair.passed, score = pair.score, summary = pair.summary, tally = pair.tally, error = pair.error,
      basis = pair.basis, event_id = pair.event_id
    from pair
    where item.org_id = ${orgId} and item.project_id = ${projectId} and item.number = pair.number
    returning item.number, item.path, item.platform, item.score, item.validation_id`;
}

/** The files with those of the run before. Looked up one by one, so that the plan does not depend on what Postgres knows. */
function pairs(
  sql: TenantTransaction,
  { id: projectId, previousId }: ReusingProject,
  basis: string,
  inputs: readonly ReuseRequest[],
) {
  return sql`
    select item.number, before.status, before.report_key, validation.outline_id, before.platform, before.passed, before.score, before.summary,
      before.tally, before.error, before.basis, before.validation_id as old_validation_id,
      before.event_id as old_event_id,
      case when before.status = 'completed' then wish."validationId" end as validation_id,
      case when before.status = 'completed' then wish."eventId" end as event_id
    from jsonb_to_recordset(${storableJson(inputs)}::text::jsonb)
      as wish(number integer, "reportKey" text, "validationId" uuid, "eventId" uuid)
    cross join lateral (
      select number, previous_number from project_items
      where org_id = ${sql.orgId} and project_id = ${projectId} and number = wish.number and status = 'queued' limit 1
    ) as item
    cross join lateral (
      select * from project_items
      where org_id = ${sql.orgId} and project_id = ${previousId} and number = item.previous_number
        and basis = decode(${basis}, 'hex')
        and (wish."reportKey" is null or report_key = decode(wish."reportKey", 'hex'))
      limit 1
    ) as before
    left join lateral (
      select id, outline_id from validations
      where org_id = ${sql.orgId} and id = before.validation_id and status = 'completed' limit 1
    ) as validation on true
    left join lateral (
      select id from events where org_id = ${sql.orgId} and id = before.event_id limit 1
    ) as event on true
    left join lateral (
      select key from file_reports where org_id = ${sql.orgId} and key = before.report_key limit 1
    ) as report on true
    where (before.status <> 'completed' or num_nulls(validation.id, event.id) = 0)
      -- What the file tells the others is needed when one of them has changed.
      and (before.report_key is null or report.key is not null)`;
}

/** Copies them with the submitter, time, pipeline, label and environment of this project. */
function reusedValidations(
  sql: TenantTransaction,
  { id: projectId, pipeline, branch }: ReusingProject,
  at: Date,
) {
  const own = {
    id: sql`pair.validation_id`,
    projectId: sql`${projectId}::uuid, false`,
    hasPath: sql`true`,
    diff: sql`
      jsonb_build_object('isRegression', false, 'scoreDelta', 0, 'previousScore', old.score, 'previousOwnerId', old.owner_id, 'previousValidatedAt',
        to_char(old.validated_at at time zone 'utc', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'), 'changes', '[]'::jsonb,
        'counts', jsonb_build_object('new', 0, 'resolved', 0, 'unchanged', jsonb_array_length(old.findings),
                                     'severity_changed', 0, 'waiver_changed', 0)), false`,
    validatedAt: sql`${at}::timestamptz`,
    validationMs: sql`0`,
  };
  const values = reusedValues(sql, { result: 'old', project: 'project' }, own);
  return sql`
    insert into validations (status, run_key, ${columnsOf(sql, RECORD_FIELDS)})
    select old.status,
      run_key_of(old.platform, ${storableText(originOf(pipeline))}::text, old.filename, ${comparableBranch(branch)}::text),
      ${values}
    from projects as project, pair join lateral (
      select * from validations where org_id = ${sql.orgId} and id = pair.old_validation_id limit 1
    ) as old on pair.status = 'completed'
    where project.org_id = ${sql.orgId} and project.id = ${projectId}`;
}
