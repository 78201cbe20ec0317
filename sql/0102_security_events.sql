-- Security events besides the audit log, which an organisation may have its audit targets sent: sign-ins, rejected calls, verdicts
-- of the gate. Nothing is stored for organisations without a target that wants them.
alter table audit_targets
  add column events text[] not null default '{}'
    check (events <@ array['sign_ins', 'rejections', 'verdicts']),
  -- The last of these that the target has confirmed.
  add column sent_event bigint not null default 0;

create table security_events (
  org_id uuid not null references organisations (id),
  id uuid not null,
  kind text not null check (kind in ('sign_ins', 'rejections', 'verdicts')),
  occurred_at timestamptz not null,
  -- Null: of a verdict, whose row in `events` has the same id.
  data jsonb,
  -- Given by the process that sends, once the event is committed: what commits later is sent later, and nothing is left out.
  sequence bigint,
  primary key (org_id, id)
);
create index security_events_sequence on security_events (org_id, sequence);
create index security_events_age on security_events (occurred_at);

-- The last number of each organisation.
create table security_event_heads (
  org_id uuid primary key references organisations (id),
  sequence bigint not null
);

grant select (events, sent_event), insert (events, sent_event), update (events, sent_event) on audit_targets to flowarden_app;
grant update (sent_event) on audit_targets to flowarden_deliveries;
grant select on security_events, security_event_heads to flowarden_app;
select tenant_wall('security_events');
select tenant_wall('security_event_heads');
grant select, update (sequence) on security_events to flowarden_deliveries;
grant select, insert, update on security_event_heads to flowarden_deliveries;
create policy of_deliveries on security_events to flowarden_deliveries using (true);
create policy of_deliveries on security_event_heads to flowarden_deliveries using (true);

-- A sign-in belongs to a person: the organisations whose member it is hear of it. The transaction of a person sees none of them.
create function note_sign_in(member_issuer text, member_subject text, claimed_organisations uuid[], facts jsonb) returns void
language sql security definer set search_path = pg_catalog, public, pg_temp as $$
  insert into public.security_events (org_id, id, kind, occurred_at, data)
  select distinct on (target.org_id) target.org_id, gen_random_uuid(), 'sign_ins', now(), facts
  from public.audit_targets as target
  where 'sign_ins' = any(target.events) and (
    target.org_id = any(claimed_organisations)
    or exists (
      select from public.organisation_members as member
      where member.org_id = target.org_id and member.issuer = member_issuer and member.subject = member_subject
    )
  )
$$;
revoke all on function note_sign_in(text, text, uuid[], jsonb) from public;
grant execute on function note_sign_in(text, text, uuid[], jsonb) to flowarden_app;

-- Rejected calls of many organisations, counted by a core. An organisation without a target for them is skipped.
create function note_rejections(rejections jsonb) returns void
language sql security definer set search_path = pg_catalog, public, pg_temp as $$
  insert into public.security_events (org_id, id, kind, occurred_at, data)
  select rejection."orgId", gen_random_uuid(), 'rejections', rejection."lastAt", rejection.data
  from jsonb_to_recordset(rejections) as rejection ("orgId" uuid, "lastAt" timestamptz, data jsonb)
  where exists (
    select from public.audit_targets as target where target.org_id = rejection."orgId" and 'rejections' = any(target.events)
  )
$$;
revoke all on function note_rejections(jsonb) from public;
grant execute on function note_rejections(jsonb) to flowarden_app;

-- A trigger, as results are stored in many places.
create function note_verdict() returns trigger
language plpgsql security definer set search_path = pg_catalog, public, pg_temp as $$
begin
  -- Events about whole projects are for chats. Here and not in the trigger, which would hold the columns.
  if new.kind = 'validation.completed' and new.chat -> 'project' is null
    and exists (select from public.audit_targets where org_id = new.org_id and 'verdicts' = any(events))
  then
    insert into public.security_events (org_id, id, kind, occurred_at) values (new.org_id, new.id, 'verdicts', new.occurred_at);
  end if;
  return null;
end
$$;
create trigger note_verdict after insert on events for each row execute function note_verdict();
