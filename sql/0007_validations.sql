-- Validations: waiting ones, and the results of the others.

-- Partitioned by month. The key is a UUIDv7, which begins with the time it was made at, so ranges of the key are ranges
-- of time: the primary key stays (org_id, id), and a look-up by id touches one partition.
create table validations (
  org_id uuid not null references organisations (id),
  id uuid not null,
  status text not null check (status in ('queued', 'running', 'completed', 'failed', 'canceled')),
  platform text not null,
  -- What the file is on its platform: a workflow, a library, a release …
  kind text,
  filename text not null,
  -- False: `filename` is the base name alone.
  has_path boolean not null default false,
  -- What it has in common with the run that it is compared with; see `run_key_of`.
  run_key bytea,
  label text,
  source text,
  -- The value in `pipeline`. A column, as row-level security lets no index use an expression over JSON.
  repository text,
  branch text,
  environment text,
  pipeline jsonb,
  -- Address that is notified of its end. Such deliveries belong to the organisation's own row of webhooks.
  webhook_url text,
  -- The file, until the validation has ended.
  blob_id uuid,
  content_sha256 bytea not null,
  content_bytes integer not null,
  -- Crashed runs: the core stopped before they ended.
  lost_runs integer not null default 0,
  ruleset text,
  ruleset_digest text,
  policy_pack_id uuid,
  policy_pack_slug text,
  enforcement_mode text not null check (enforcement_mode in ('advisory', 'warning', 'blocking')),
  passed boolean,
  -- Findings that block, or would block in another mode.
  would_block_count integer,
  score integer check (score between 1 and 100),
  score_version text,
  critical_count integer,
  high_count integer,
  medium_count integer,
  low_count integer,
  total_count integer,
  findings jsonb,
  rule_errors jsonb,
  diff jsonb,
  -- Why it failed: {code, message, details}.
  error jsonb,
  artifact_key text,
  engine_version text,
  owner_id text,
  owner_name text,
  validated_at timestamptz,
  validation_ms integer,
  created_at timestamptz not null default now(),
  primary key (org_id, id),
  check (
    status <> 'completed'
    or num_nulls(passed, would_block_count, score, score_version, critical_count, high_count, medium_count, low_count,
                 total_count, findings, rule_errors, diff, validated_at, validation_ms) = 0
  ),
  constraint validations_queued_have_file check (status not in ('queued', 'running') or blob_id is not null),
  constraint validations_failed_say_why check (status <> 'failed' or error is not null)
) partition by range (id);

-- Rows whose month has no partition. Stays empty as long as the jobs process or a start makes the months ahead.
create table validations_default partition of validations default;

create index validations_unended on validations (org_id, id) where status in ('queued', 'running');
create index validations_feed on validations (org_id, validated_at desc, id desc) where status = 'completed';
-- Completed validations have a time. The condition of the indexes below differs from that of the feed's index: Postgres would take
-- that one for a month whose rows it does not know yet, and walk through all runs of the organisation.
create index validations_predecessor on validations (org_id, run_key, has_path, validated_at desc, id desc)
  where validated_at is not null;
-- Each filter of the list has an index in the order of the list, so that only one page is read.
create index validations_repository on validations (org_id, repository, validated_at desc, id desc)
  where validated_at is not null and repository is not null;
create index validations_filename on validations (org_id, filename, validated_at desc, id desc)
  where validated_at is not null;
create index validations_branch on validations (org_id, branch, validated_at desc, id desc)
  where validated_at is not null and branch is not null;
create index validations_label on validations (org_id, label, validated_at desc, id desc)
  where validated_at is not null and label is not null;
create index validations_platform_passed on validations (org_id, platform, passed, validated_at desc, id desc)
  where validated_at is not null;
create index validations_source on validations (org_id, source, validated_at desc, id desc)
  where validated_at is not null and source is not null;
create index validations_score on validations (org_id, score, validated_at desc, id desc)
  where validated_at is not null;

grant select, insert, update, delete on validations to flowarden_app;
select tenant_wall('validations');

-- A hash of what a run has in common with its predecessor, an earlier run of the same file or of the same archive in the same
-- scope, as names and branches may be too long for an index. `kind` is the platform of a file, or `project`; `scope` the
-- repository, else the solution; `branch` has no `refs/heads/`.
create function run_key_of(kind text, scope text, name text, branch text) returns bytea
language sql stable parallel safe
return sha256(convert_to(jsonb_build_array(kind, scope, name, branch)::text, 'UTF8'));

-- The smallest UUIDv7 of a moment.
create function uuid_v7_floor(moment timestamptz) returns uuid
language sql stable strict parallel safe
return (lpad(to_hex((extract(epoch from moment) * 1000)::bigint), 12, '0') || '00000000000000000000')::uuid;

-- Makes the partition of this month and of `months_ahead` more; returns how many were missing. Rows of such a month that the
-- default partition holds move: after a clock had run ahead, or after months without a jobs process.
create function prepare_validation_partitions(months_ahead integer) returns integer
language plpgsql as $$
declare
  this_month constant timestamp := date_trunc('month', now() at time zone 'utc');
  first_day timestamp;
  partition_name text;
  lowest uuid;
  beyond uuid;
  made integer := 0;
begin
  for month_index in 0..months_ahead loop
    first_day := this_month + make_interval(months => month_index);
    partition_name := 'validations_' || to_char(first_day, 'YYYY_MM');
    if to_regclass(partition_name) is null then
      lowest := uuid_v7_floor(first_day at time zone 'utc');
      beyond := uuid_v7_floor((first_day + interval '1 month') at time zone 'utc');
      execute format('create table %I (like validations including defaults including constraints)', partition_name);
      -- No other transaction may add such a row between the move and the attachment.
      lock table validations_default in access exclusive mode;
      execute format(
        'with moved as (delete from validations_default where id >= %L and id < %L returning *)
         insert into %I select * from moved',
        lowest, beyond, partition_name
      );
      execute format(
        'alter table validations attach partition %I for values from (%L) to (%L)',
        partition_name, lowest, beyond
      );
      made := made + 1;
    end if;
  end loop;
  return made;
end
$$;

-- The moment by which ages are measured when results are deleted permanently. It follows the clock of the database, and no
-- faster than by small steps: a clock that jumps ahead makes nothing old.
create table retention_clock (
  is_only boolean primary key default true check (is_only),
  reached_at timestamptz not null
);
insert into retention_clock (reached_at) values (now());
