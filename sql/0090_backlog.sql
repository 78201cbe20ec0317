-- The backlog: how many findings were open on each day, and when findings were fixed.

create table backlog_days (
  org_id uuid not null references organisations (id),
  -- In UTC.
  day date not null,
  -- Number of the row in its day. Each day has the row 0, which counts nothing: it says that the day was counted.
  number integer not null,
  repository text,
  -- The team that owned the workflows on that day; it may be gone since.
  owner_team_id uuid,
  -- 4: critical, 3: high, 2: medium, 1: low.
  severity smallint not null check (severity between 1 and 4),
  -- 0: open for up to 7 days, 1: up to 30, 2: up to 90, 3: longer.
  age smallint not null check (age between 0 and 3),
  open_count integer not null,
  primary key (org_id, day, number)
);

-- A row for each finding that the newest run of its workflow no longer has.
create table fixed_findings (
  org_id uuid not null references organisations (id),
  fixed_at timestamptz not null,
  workflow_id uuid not null,
  finding_id uuid not null,
  repository text,
  owner_team_id uuid,
  severity smallint not null check (severity between 1 and 4),
  -- Time of the first run of the workflow that had it.
  since timestamptz not null,
  primary key (org_id, fixed_at, workflow_id, finding_id)
);

grant select, insert, delete on backlog_days, fixed_findings to flowarden_app;
select tenant_wall(walled::regclass) from unnest(array['backlog_days', 'fixed_findings']) as walled;
select team_wall('fixed_findings', 'repository in (select name from public.repositories)');
-- The first row of a day says that it was counted.
select team_wall('backlog_days', 'number = 0 or repository in (select name from public.repositories)');
