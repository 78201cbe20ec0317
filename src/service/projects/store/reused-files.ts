/** Results of files that have not changed since the previous run: the database copies them from that run. */
import { originOf } from '../../../contract/ci-context.ts';
import { storableJson, storableText } from '../../../infra/database/postgres-text.ts';
import type { Fragment, TenantTransaction } from '../../../infra/database/transaction.ts';
import { movedFindings, noFindings } from '../../results/bodies/read-bodies.ts';
import { touchedOutlines } from '../../results/outlines/outlines-store.ts';
import { comparableBranch } from '../../validations/predecessors-store.ts';
import { columnsOf, RECORD_FIELDS, reusedValues } from '../../validations/validation-columns.ts';
import { validationCompleted } from '../../validations/validation-events.ts';
import { findValidation } from '../../validations/validations-store.ts';
import { eventDeliveries } from '../../webhooks/events-store.ts';
import { audienceOf } from '../audience.ts';
import { touchedReports } from './file-reports.ts';
import type { ProjectItem, ProjectRecord } from './project-record.ts';

/** File whose result may be reused, and the ids of its validation and its event. */
export interface ReuseRequest {
  readonly number: number;
  /** Key of its report, which has to be that of the run before, hexadecimal; null: both archives have the same bytes. */
  readonly reportKey: string | null;
  readonly validationId: string;
  readonly eventId: string;
  /** Data of the event of the run before, which is no longer stored; absent: it is. */
  readonly eventData?: unknown;
}

/** Reused file, as far as alarms need it. `validationId` is null where it has no result again. */
export type ReusedFile = Pick<ProjectItem, 'path' | 'platform' | 'score' | 'validationId'> & {
  readonly number: number;
};

/** Part of a project that reuse needs. */
type ReusingProject = Pick<
  ProjectRecord,
  'orgId' | 'id' | 'previousId' | 'label' | 'pipeline' | 'branch' | 'pullId'
>;

/**
 * Ends the files whose outcome in the run before follows from the same basis: each with a validation and an event of its
 * own, as another analysis would make them. They must be locked. Skips those of which a part is no longer stored; an event is
 * made anew.
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
  const { moved, requests } = (await isOldRun(sql, project.previousId))
    ? await readOldParts(sql, project, basis, inputs)
    : { moved: noFindings(sql), requests: inputs };
  return sql<ReusedFile[]>`
    with pair as materialized (
      select pair.* from (${pairs(sql, project, basis, requests)}) as pair
      left join ${moved} as moved (id, findings) on moved.id = pair.old_validation_id
      where pair.body_id is null or moved.findings is not null
    ),
    validation as (${reusedValidations(sql, project, moved, at)}),
    needed as (${touchedReports(sql, sql`array(select report_key from pair)`)}),
    shown as (${touchedOutlines(sql, sql`array(select outline_id from pair)`)}),
    event as (
      insert into events (org_id, id, kind, occurred_at, data)
      select ${orgId}::uuid, pair.event_id, 'validation.completed', ${at}::timestamptz, (coalesce(old.data::jsonb, pair.event_data) ||
        jsonb_build_object('validationId', pair.validation_id, 'validatedAt', ${at.toISOString()}::text,
                           'label', ${storableText(project.label)}::text))::json
      from pair left join lateral (
        select * from events where org_id = ${orgId} and id = pair.old_event_id limit 1
      ) as old on true
      where pair.status = 'completed'
      returning org_id, id, kind, occurred_at, ${storableText(project.pipeline?.repository ?? null)}::text as repository
    ), ${eventDeliveries(sql, audienceOf(project))}
    update project_items as item set
      status = pair.status, report_key = pair.report_key, platform = pair.platform, validation_id = pair.validation_id,
      passed = pair.passed, score = pair.score, summary = pair.summary, tally = pair.tally, gate_tally = pair.gate_tally, copy_keys = pair.copy_keys, error = pair.error,
      basis = pair.basis, event_id = pair.event_id
    from pair
    where item.org_id = ${orgId} and item.project_id = ${projectId} and item.number = pair.number
    returning item.number, item.path, item.platform, item.score, item.validation_id`;
}

/** Returns whether parts of the run may be elsewhere or gone: nothing moves or expires within a day. */
async function isOldRun(sql: TenantTransaction, id: string | null): Promise<boolean> {
  const [row] = await sql<{ isOld: boolean }[]>`
    select completed_at < now() - interval '1 day' as is_old from projects
    where org_id = ${sql.orgId} and id = ${id}`;
  return row?.isOld ?? false;
}

/**
 * Reads what of an old run is elsewhere, or no longer stored: findings in the bucket, and events, which are stored for a shorter
 * time than results. The events of these files are made anew.
 */
async function readOldParts(
  sql: TenantTransaction,
  project: ReusingProject,
  basis: string,
  inputs: readonly ReuseRequest[],
): Promise<{ readonly moved: Fragment; readonly requests: readonly ReuseRequest[] }> {
  const pair = pairs(
    sql,
    project,
    basis,
    inputs.map((input) => ({ ...input, eventData: {} })),
  );
  const { moved } = await movedFindings(
    sql,
    sql`select old_validation_id from (${pair}) as pair where old_validation_id is not null`,
  );
  const rows = await sql<{ number: number; oldValidationId: string }[]>`
    select number, old_validation_id from (${pair}) as pair
    left join ${moved} as moved (id, findings) on moved.id = pair.old_validation_id
    where status = 'completed' and not has_event and (moved.id is null or moved.findings is not null)`;
  const records = await Promise.all(rows.map(({ oldValidationId }) => findValidation(sql, oldValidationId)));
  const data = new Map(
    rows.flatMap(({ number }, index) => {
      const record = records[index];
      return record == null ? [] : [[number, validationCompleted(record).data] as const];
    }),
  );
  return { moved, requests: inputs.map((input) => ({ ...input, eventData: data.get(input.number) })) };
}

/**
 * The files with those of the run before. Looked up one by one, so that the plan does not depend on what Postgres knows. Files
 * that a later run has surpassed are left out once their measures are in the bucket.
 */
function pairs(
  sql: TenantTransaction,
  { id: projectId, previousId }: ReusingProject,
  basis: string,
  inputs: readonly ReuseRequest[],
): Fragment {
  return sql`
    select item.number, before.status, before.report_key, validation.outline_id, validation.body_id, before.platform, before.passed, before.score, before.summary,
      before.tally, before.gate_tally, before.copy_keys, before.error, before.basis, before.validation_id as old_validation_id,
      before.event_id as old_event_id, event.id is not null as has_event, wish."eventData" as event_data,
      case when before.status = 'completed' then wish."validationId" end as validation_id,
      case when before.status = 'completed' then wish."eventId" end as event_id
    from jsonb_to_recordset(${storableJson(inputs)}::text::jsonb)
      as wish(number integer, "reportKey" text, "validationId" uuid, "eventId" uuid, "eventData" jsonb)
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
      select id, outline_id, body_id from validations
      where org_id = ${sql.orgId} and id = before.validation_id and status = 'completed' and (body_id is null or metrics is not null)
      limit 1
    ) as validation on true
    left join lateral (
      select id from events where org_id = ${sql.orgId} and id = before.event_id limit 1
    ) as event on true
    left join lateral (
      select key from file_reports where org_id = ${sql.orgId} and key = before.report_key limit 1
    ) as report on true
    where (before.status <> 'completed' or validation.id is not null and (event.id is not null or wish."eventData" is not null))
      -- What the file tells the others is needed when one of them has changed.
      and (before.report_key is null or report.key is not null)`;
}

/** Copies them with the submitter, time, pipeline, label and environment of this project. */
function reusedValidations(
  sql: TenantTransaction,
  { id: projectId, pipeline, branch }: ReusingProject,
  moved: Fragment,
  at: Date,
) {
  const own = {
    id: sql`pair.validation_id`,
    projectId: sql`${projectId}::uuid, false`,
    hasPath: sql`true`,
    findings: sql`coalesce(moved.findings, old.findings)`,
    diff: sql`
      jsonb_build_object('isRegression', false, 'scoreDelta', 0, 'previousScore', old.score, 'previousOwnerId', old.owner_id, 'previousValidatedAt',
        to_char(old.validated_at at time zone 'utc', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'), 'changes', '[]'::jsonb,
        'counts', jsonb_build_object('new', 0, 'resolved', 0, 'unchanged', jsonb_array_length(coalesce(moved.findings, old.findings)),
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
    left join ${moved} as moved (id, findings) on moved.id = old.id
    where project.org_id = ${sql.orgId} and project.id = ${projectId}`;
}
