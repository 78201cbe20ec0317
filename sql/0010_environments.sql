-- The environments of an organisation, each with what its runs ask for. A column that is null leaves it to the
-- organisation. A new organisation gets four of them; they are as good as any that it adds.
create table environments (
  org_id uuid not null references organisations (id),
  name text not null,
  description text,
  enforcement_mode text check (enforcement_mode in ('advisory', 'warning', 'blocking')),
  ruleset text,
  version integer not null default 1,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  primary key (org_id, name)
);

grant select, insert, update, delete on environments to flowarden_app;

alter table environments enable row level security;
alter table environments force row level security;
create policy of_organisation on environments to flowarden_app
  using (org_id = nullif(current_setting('app.org_id', true), '')::uuid);
create policy of_owner on environments to current_user using (true);

insert into environments (org_id, name)
select organisations.id, defaults.name
from organisations, unnest(array['development', 'test', 'staging', 'production']) as defaults (name);
