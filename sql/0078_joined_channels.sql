-- Channels that may join two workflows: the list of them needs no look at the ends of all others.

create table channels (
  org_id uuid not null references organisations (id),
  kind text not null,
  platform text not null,
  key text not null,
  -- The first workflow with an end of it.
  workflow_id uuid not null,
  -- What its ends have been. They may be gone: a reader counts those that there are.
  has_writer boolean not null,
  has_reader boolean not null,
  -- Another workflow has had an end of it, too.
  is_shared boolean not null,
  primary key (org_id, kind, platform, key)
);

create index channels_joined on channels (org_id, kind, platform, key) where has_writer and has_reader and is_shared;

grant select, insert, update, delete on channels to flowarden_app;
select tenant_wall('channels');

insert into channels
select
  org_id, kind, platform, key, min(workflow_id::text)::uuid, bool_or(is_writer), bool_or(not is_writer),
  min(workflow_id::text) <> max(workflow_id::text)
from channel_ends
group by org_id, kind, platform, key;
