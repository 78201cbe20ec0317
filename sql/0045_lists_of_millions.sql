-- Lists that take as long with a million rows as with a hundred: each filter has an index that keeps the order of its list, so that a
-- page is read and nothing else.

-- Not the condition of the feed's index: for a month that it knows nothing of Postgres would take that one.
create index validations_platform_passed on validations (org_id, platform, passed, validated_at desc, id desc)
  where validated_at is not null;
create index validations_source on validations (org_id, source, validated_at desc, id desc)
  where validated_at is not null and source is not null;
create index validations_score on validations (org_id, score, validated_at desc, id desc)
  where validated_at is not null;

-- An index over `status` itself would be written again when a delivery succeeds, as nearly all do. This column stays the same then.
alter table deliveries add column log_group text not null
  generated always as (case when status in ('failed', 'skipped', 'canceled') then status else 'usual' end) stored;
drop index deliveries_log;
create index deliveries_log on deliveries (org_id, webhook_id, log_group, created_at desc, id desc);

-- A column, as Postgres knows how many rows have it: it takes `like '%*%'` for what fits all of them.
alter table exceptions add column is_pattern boolean not null generated always as (file_name like '%*%') stored;
drop index exceptions_of_file;
drop index exceptions_of_files;
create index exceptions_of_file on exceptions (org_id, file_name, id desc);
create index exceptions_of_files on exceptions (org_id, id desc) where is_pattern;
create index exceptions_in_force on exceptions (org_id, file_name, expires_at) where decision = 'approved';
create index exceptions_in_force_of_files on exceptions (org_id, expires_at) where decision = 'approved' and is_pattern;
create index exceptions_live on exceptions (org_id, expires_at) where decision in ('pending', 'approved');
