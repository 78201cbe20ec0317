-- Sources: places that workflows are pulled from, what they hold, and the rounds in which that was read.
--
-- The process that pulls runs as `flowarden_pulls`. It serves all organisations, so that no setting of a transaction narrows
-- what it sees; but it sees no result, no key and no member. It alone reads sealed credentials.
do $$
begin
  if not exists (select from pg_roles where rolname = 'flowarden_pulls') then
    begin
      create role flowarden_pulls nologin;
    exception
      when duplicate_object or unique_violation then null;
    end;
  end if;
  -- Since Postgres 16 who makes a role is a member that may not become it. Where another account made the role, an
  -- administrator grants it; until then nothing is pulled.
  if not (select rolsuper from pg_roles where rolname = current_user) and not exists (
    select from pg_auth_members as held
    where roleid = 'flowarden_pulls'::regrole and held.member = (select oid from pg_roles where rolname = current_user)
      and coalesce((to_jsonb(held) ->> 'set_option')::boolean, true)
  ) then
    begin
      execute format('grant flowarden_pulls to %I', current_user);
    exception
      when insufficient_privilege then raise warning 'Grant flowarden_pulls to %.', current_user;
    end;
  end if;
  grant usage on schema public to flowarden_pulls;
end
$$;

create table sources (
  org_id uuid not null references organisations (id),
  id uuid not null,
  kind text not null check (kind in ('uipath', 'power-platform', 'automation-anywhere', 'folder', 'git', 'pushed')),
  name text not null,
  -- What the kind needs beside the credential, such as the address.
  settings jsonb not null,
  -- Environments of policies by part: [{part, environment}], the first that fits.
  environments jsonb not null default '[]',
  -- Null: it is pulled by hand alone.
  every_minutes integer check (every_minutes between 60 and 10080),
  state text not null default 'active' check (state in ('active', 'paused', 'failing')),
  next_pull_at timestamptz,
  last_complete_at timestamptz,
  created_at timestamptz not null,
  created_by_name text not null,
  updated_at timestamptz not null,
  primary key (org_id, id),
  unique (org_id, name)
);
create index sources_due on sources (next_pull_at) where next_pull_at is not null;

-- At most one that is used and one that takes its place once it has worked.
create table source_credentials (
  org_id uuid not null,
  source_id uuid not null,
  state text not null check (state in ('current', 'next')),
  -- Sealed with AES-256-GCM under a key that this database does not hold, for these origins.
  sealed bytea not null,
  -- Where it, or a token that it gave, is sent.
  origins text[] not null,
  -- Says which it is, without the secret.
  preview text not null,
  expires_at timestamptz,
  created_at timestamptz not null,
  created_by_name text not null,
  primary key (org_id, source_id, state),
  foreign key (org_id, source_id) references sources (org_id, id) on delete cascade
);

-- What is listed by itself: folders, feeds, environments.
create table source_parts (
  org_id uuid not null,
  source_id uuid not null,
  key text not null,
  -- Name for people.
  path text not null,
  kind text not null,
  state text not null check (state in ('ok', 'no_access', 'failed')),
  -- Sentence about what is wrong, and the remedy.
  problem text,
  -- Artefacts in its last complete listing, and when that was; null: it never was listed completely.
  artefacts integer,
  listed_at timestamptz,
  -- With what the remote finds it again, and the rows of its last complete listing.
  address jsonb not null default '{}',
  listing jsonb,
  -- The round that looked at it last.
  pull_id uuid,
  primary key (org_id, source_id, key),
  foreign key (org_id, source_id) references sources (org_id, id) on delete cascade
);

-- What the platform names and versions.
create table source_artefacts (
  org_id uuid not null,
  id uuid not null,
  source_id uuid not null,
  -- Where it runs, as it is judged: of UiPath the environment of the policy; '': there is one place only.
  place text not null,
  -- The platform's identity, compared as bytes.
  key text not null,
  name text not null,
  path text not null,
  kind text not null,
  -- Text that changes with the content, compared for equality only.
  marker text not null,
  version text not null,
  -- With what the remote finds it again.
  address jsonb not null default '{}',
  -- Parts that run it, with the version there: [{part, version}], at most 20.
  running jsonb not null default '[]',
  owner text,
  presence text not null check (presence in ('present', 'missing', 'gone', 'no_access')),
  -- Why it is not judged; null: it is.
  reason text,
  first_seen timestamptz not null,
  last_seen timestamptz not null,
  -- The marker of what was judged last, and a digest of the rules and the policy that judged it.
  judged_marker text,
  judged_basis bytea,
  -- The run that holds its results.
  project_id uuid,
  primary key (org_id, id),
  unique (org_id, source_id, place, key),
  foreign key (org_id, source_id) references sources (org_id, id) on delete cascade
);

-- Files of artefacts.
create table source_files (
  org_id uuid not null,
  artefact_id uuid not null,
  path text not null,
  -- Whether packing added it, so that no repository has it.
  generated boolean not null default false,
  content_sha256 bytea,
  -- Digest without what designers change by themselves, and that of connections.
  form bytea,
  connections bytea,
  form_version integer,
  validation_id uuid,
  drift_state text check (drift_state in (
    'same', 'older', 'blocked', 'unmerged', 'changed', 'tenant_only', 'repository_only', 'not_comparable')),
  primary key (org_id, artefact_id, path),
  foreign key (org_id, artefact_id) references source_artefacts (org_id, id) on delete cascade
);
create index source_files_form on source_files (org_id, form) where form is not null;

-- Rounds: list, fetch, judge. A source has one at a time.
create table source_pulls (
  org_id uuid not null,
  id uuid not null,
  source_id uuid not null,
  -- A probe lists, and fetches nothing.
  is_probe boolean not null default false,
  state text not null check (state in ('waiting', 'listing', 'fetching', 'judging', 'ended')),
  -- Null: it has not ended.
  outcome text check (outcome in ('complete', 'incomplete', 'failed', 'canceled')),
  -- Where it goes on.
  cursor jsonb,
  counts jsonb not null default '{}',
  -- Sentences for people, at most 100.
  problems jsonb not null default '[]',
  started_by_name text,
  -- It goes on at this time; while a process works at it, that one holds it until the lease ends.
  due_at timestamptz not null,
  leased_until timestamptz,
  holder text,
  created_at timestamptz not null,
  progress_at timestamptz not null,
  ended_at timestamptz,
  primary key (org_id, id),
  check ((state = 'ended') = (outcome is not null) and (state = 'ended') = (ended_at is not null)),
  foreign key (org_id, source_id) references sources (org_id, id) on delete cascade
);
create unique index source_pulls_running on source_pulls (org_id, source_id) where state <> 'ended';
create index source_pulls_due on source_pulls (due_at) where state <> 'ended';
create index source_pulls_of_source on source_pulls (org_id, source_id, id desc);

-- Pairs of an artefact, or of all below a prefix of paths, with a folder of a repository.
create table source_links (
  org_id uuid not null,
  id uuid not null,
  source_id uuid not null,
  artefact_id uuid,
  prefix text,
  repository text not null,
  -- '': the whole repository.
  folder text not null,
  state text not null check (state in ('proposed', 'confirmed', 'refused')),
  -- Why it was proposed.
  because text,
  decided_by_id text,
  decided_by_name text,
  decided_at timestamptz,
  created_at timestamptz not null,
  primary key (org_id, id),
  check (num_nulls(artefact_id, prefix) = 1),
  foreign key (org_id, source_id) references sources (org_id, id) on delete cascade,
  foreign key (org_id, artefact_id) references source_artefacts (org_id, id) on delete cascade
);
create unique index source_links_pair on source_links (
  org_id, source_id, coalesce(artefact_id::text, ''), coalesce(prefix, ''), repository, folder);
-- An artefact, or a prefix, is held against one folder.
create unique index source_links_confirmed on source_links (org_id, source_id, coalesce(artefact_id::text, ''), coalesce(prefix, ''))
  where state = 'confirmed';
create index source_links_artefact on source_links (org_id, artefact_id) where artefact_id is not null;

grant select, insert, update, delete on sources, source_parts, source_artefacts, source_files, source_pulls, source_links
  to flowarden_app;
-- The application hands credentials over, and cannot read them back.
grant select (org_id, source_id, state, origins, preview, expires_at, created_at, created_by_name), insert, delete
  on source_credentials to flowarden_app;
select tenant_wall('sources');
select tenant_wall('source_credentials');
select tenant_wall('source_parts');
select tenant_wall('source_artefacts');
select tenant_wall('source_files');
select tenant_wall('source_pulls');
select tenant_wall('source_links');

grant select (version, needs_migration) on schema_migrations to flowarden_pulls;
grant select on program_beats to flowarden_pulls;
grant select on sources to flowarden_pulls;
grant update (state, next_pull_at, last_complete_at) on sources to flowarden_pulls;
grant select, delete, update (state) on source_credentials to flowarden_pulls;
grant select, insert, update, delete on source_parts, source_artefacts to flowarden_pulls;
grant select, insert, update on source_pulls to flowarden_pulls;
create policy of_pulls on sources to flowarden_pulls using (true);
create policy of_pulls on source_credentials to flowarden_pulls using (true);
create policy of_pulls on source_parts to flowarden_pulls using (true);
create policy of_pulls on source_artefacts to flowarden_pulls using (true);
create policy of_pulls on source_pulls to flowarden_pulls using (true);
