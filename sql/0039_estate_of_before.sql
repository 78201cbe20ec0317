-- Fills the estate from the runs of before it.
insert into workflows (
  org_id, id, platform, kind, filename, repository, branch, environment, source, is_on_default_branch,
  validation_id, validated_at, passed, would_block_count, score,
  critical_count, high_count, medium_count, low_count, total_count, scores, first_seen_at
)
select distinct on (run.org_id, workflow_id) run.org_id, workflow_id, run.platform, run.kind, run.filename, run.repository,
  run.branch, run.environment, run.source, is_default,
  run.id, run.validated_at, run.passed, run.would_block_count, run.score,
  run.critical_count, run.high_count, run.medium_count, run.low_count, run.total_count, last_runs.scores, run.validated_at
from (
  select distinct on (org_id, run_key) org_id, id from validations
  where has_path and validated_at is not null
  order by org_id, run_key, validated_at desc, id desc
) as newest
join validations as run on run.org_id = newest.org_id and run.id = newest.id
left join organisation_settings as settings on settings.org_id = run.org_id
cross join workflow_id_of(run.org_id, run.platform, coalesce(run.repository, run.pipeline ->> 'solutionName'), run.filename)
  as workflow_id
cross join lateral (
  select coalesce(
    coalesce(settings.default_branches, '["main", "master"]') ? regexp_replace(run.branch, '^refs/heads/', ''), true
  ) as is_default
) as place
cross join lateral (
  select array_agg(score order by validated_at, id) as scores from (
    select score, validated_at, id from validations
    where org_id = run.org_id and run_key = run.run_key and has_path and validated_at is not null
    order by validated_at desc, id desc
    limit 30
  ) as last
) as last_runs
order by run.org_id, workflow_id, is_default desc, run.validated_at desc, run.id desc
on conflict do nothing;

insert into open_findings (
  org_id, workflow_id, finding_id, rule_id, rule, platform, severity, category, exception_status, since
)
select workflows.org_id, workflows.id, (finding ->> 'id')::uuid, finding ->> 'ruleId',
  coalesce(finding ->> 'rule', finding ->> 'ruleId'), workflows.platform, severity_rank(finding ->> 'severity'),
  coalesce(finding ->> 'category', 'engine'), coalesce(finding ->> 'exceptionStatus', 'none'), workflows.validated_at
from workflows
join validations on validations.org_id = workflows.org_id and validations.id = workflows.validation_id
cross join jsonb_array_elements(validations.findings) as finding
on conflict do nothing;
