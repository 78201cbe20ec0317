-- Results of validations and the events that they cause.

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
  label text,
  source text,
  branch text,
  environment text,
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
  pipeline jsonb,
  diff jsonb,
  artifact_key text,
  content_sha256 bytea not null,
  content_bytes integer not null,
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
  )
) partition by range (id);

create index validations_feed on validations (org_id, validated_at desc, id desc) where status = 'completed';
-- Finds the run before: the same file on the same branch.
create index validations_previous on validations (org_id, platform, filename, validated_at desc)
  where status = 'completed';

-- Rows whose month has no partition. Stays empty as long as the jobs process or a start makes the months ahead.
create table validations_default partition of validations default;

-- The smallest UUIDv7 of a moment.
create function uuid_v7_floor(moment timestamptz) returns uuid
language sql stable strict parallel safe
return (lpad(to_hex((extract(epoch from moment) * 1000)::bigint), 12, '0') || '00000000000000000000')::uuid;

-- Makes the partition of this month and of `months_ahead` more; returns how many were missing.
create function prepare_validation_partitions(months_ahead integer) returns integer
language plpgsql as $$
declare
  this_month constant timestamp := date_trunc('month', now() at time zone 'utc');
  first_day timestamp;
  partition_name text;
  made integer := 0;
begin
  for month_index in 0..months_ahead loop
    first_day := this_month + make_interval(months => month_index);
    partition_name := 'validations_' || to_char(first_day, 'YYYY_MM');
    if to_regclass(partition_name) is null then
      execute format(
        'create table %I partition of validations for values from (%L) to (%L)',
        partition_name,
        uuid_v7_floor(first_day at time zone 'utc'),
        uuid_v7_floor((first_day + interval '1 month') at time zone 'utc')
      );
      made := made + 1;
    end if;
  end loop;
  return made;
end
$$;

grant select, insert, update, delete on validations to flowarden_app;

alter table validations enable row level security;
alter table validations force row level security;
create policy of_organisation on validations to flowarden_app
  using (org_id = nullif(current_setting('app.org_id', true), '')::uuid);
create policy of_owner on validations to current_user using (true);

-- What happened, written in the transaction that made it true; webhooks are delivered from here.
create table events (
  org_id uuid not null references organisations (id),
  id uuid not null,
  kind text not null,
  occurred_at timestamptz not null,
  data jsonb not null,
  primary key (org_id, id)
);
create index events_age on events (occurred_at);

grant select, insert on events to flowarden_app;

alter table events enable row level security;
alter table events force row level security;
create policy of_organisation on events to flowarden_app
  using (org_id = nullif(current_setting('app.org_id', true), '')::uuid);
create policy of_owner on events to current_user using (true);
