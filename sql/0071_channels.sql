-- Channels between workflows of different projects: which queues, assets, shared files and automations each of them uses,
-- by name. Only for organisations that want it.

-- Null: the default, they are not stored.
alter table organisation_settings add column keep_channels boolean;
-- Ends of the channels of a run's file: [{kind, platform, key, name, host, isWriter}]. Null: they are not stored.
alter table validations add column channels jsonb;

-- The ends of the run that each workflow shows. They go with the workflow.
create table channel_ends (
  org_id uuid not null references organisations (id),
  kind text not null,
  -- Platform whose channel it is; '': that of no platform, as a shared file.
  platform text not null,
  -- Name for comparison; `name` is that of the file.
  key text not null,
  workflow_id uuid not null,
  is_writer boolean not null,
  name text not null,
  -- Server in the name; '': it names none.
  host text not null,
  -- An identity token proves the repository of the run.
  is_proven boolean not null,
  primary key (org_id, kind, platform, key, workflow_id, is_writer),
  foreign key (org_id, workflow_id) references workflows (org_id, id) on delete cascade
);

create index channel_ends_workflow on channel_ends (org_id, workflow_id);

grant select, insert, update, delete on channel_ends to flowarden_app;
select tenant_wall('channel_ends');
