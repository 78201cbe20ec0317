-- Mails: what inboxes list, sent to the members who want it, and the links of invitations.

-- Whether the jobs have a mail server: without one nothing is noted.
create table mail_state (is_on boolean not null);
create unique index mail_state_row on mail_state ((true));
insert into mail_state values (false);
grant select on mail_state to flowarden_app;

-- What a member wants by mail. No row: the defaults of the program.
create table mail_choices (
  org_id uuid not null,
  member_id uuid not null,
  pace text not null check (pace in ('at_once', 'daily', 'never')),
  -- Kinds of entries of the inbox.
  kinds text[] not null,
  primary key (org_id, member_id),
  foreign key (org_id, member_id) references organisation_members (org_id, id) on delete cascade
);

-- The outbox: what has happened. The job finds the members that it concerns, and moves it to their queues.
create table mail_notices (
  org_id uuid not null references organisations (id),
  -- Entry of inboxes, or `invitation/` and the id of the member.
  entry_id text not null,
  due_at timestamptz not null,
  primary key (org_id, entry_id)
);
create index mail_notices_due on mail_notices (due_at);

-- Entries for the mails of a member. What was sent stays for a while, so that it is not sent again.
create table mail_queue (
  org_id uuid not null,
  member_id uuid not null,
  entry_id text not null,
  due_at timestamptz not null,
  attempts integer not null default 0,
  -- Until when a process is sending it.
  leased_until timestamptz,
  sent_at timestamptz,
  primary key (org_id, member_id, entry_id),
  foreign key (org_id, member_id) references organisation_members (org_id, id) on delete cascade
);
create index mail_queue_due on mail_queue (due_at) where sent_at is null;
create index mail_queue_sent on mail_queue (sent_at) where sent_at is not null;

grant select, insert, update, delete on mail_choices to flowarden_app;
grant select, insert, update, delete on mail_notices to flowarden_app;
grant select on mail_queue to flowarden_app;
select tenant_wall('mail_choices');
select tenant_wall('mail_notices');
select tenant_wall('mail_queue');

-- Sealed: the link, until its mail is sent. Null: there is no mail server, or the mail was sent.
alter table invitations add column sealed_url bytea;

create function note_mail(org uuid, entry text, due timestamptz default now()) returns void
language sql volatile
begin atomic
  insert into mail_notices (org_id, entry_id, due_at)
  select org, entry, due where exists (select from mail_state where is_on)
  on conflict do nothing;
end;

-- Triggers, as exceptions, runs and invitations change in many places.
create function note_mail_of_request() returns trigger language plpgsql as $$
begin
  perform public.note_mail(new.org_id, 'request/' || new.id);
  return null;
end
$$;
create function note_mail_of_decision() returns trigger language plpgsql as $$
begin
  perform public.note_mail(new.org_id, new.decision || '/' || new.id);
  return null;
end
$$;
create function note_mail_of_expiry() returns trigger language plpgsql as $$
begin
  perform public.note_mail(new.org_id, 'expiring/' || new.id);
  return null;
end
$$;
-- A push is many runs: their mail waits for the others.
create function note_mail_of_blocked() returns trigger language plpgsql as $$
begin
  perform public.note_mail(new.org_id, 'blocked/' || new.change_id, now() + interval '2 minutes');
  return null;
end
$$;
create function note_mail_of_invitation() returns trigger language plpgsql as $$
begin
  perform public.note_mail(new.org_id, 'invitation/' || new.member_id);
  return null;
end
$$;

create trigger note_mail_of_request after insert on exceptions for each row
  when (new.decision = 'pending') execute function note_mail_of_request();
create trigger note_mail_of_decision after update of decision on exceptions for each row
  when (new.decision <> 'pending' and new.decision is distinct from old.decision) execute function note_mail_of_decision();
create trigger note_mail_of_expiry after update of announced_at on exceptions for each row
  when (old.announced_at is null and new.announced_at is not null) execute function note_mail_of_expiry();
create trigger note_mail_of_first_block after insert on change_runs for each row
  when (new.blocked_count > 0) execute function note_mail_of_blocked();
create trigger note_mail_of_block after update of blocked_count on change_runs for each row
  when (new.blocked_count > 0 and old.blocked_count = 0) execute function note_mail_of_blocked();
create trigger note_mail_of_invitation after insert or update of token_hash on invitations for each row
  when (new.sealed_url is not null) execute function note_mail_of_invitation();
