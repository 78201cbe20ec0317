-- Entries of inboxes that their readers have read. What an inbox lists follows from exceptions and changes.
create table inbox_reads (
  org_id uuid not null references organisations (id),
  -- Id of the user or key, as exceptions name their requesters.
  reader_id text not null,
  entry_id text not null,
  read_at timestamptz not null default now(),
  primary key (org_id, reader_id, entry_id)
);

grant select, insert, update, delete on inbox_reads to flowarden_app;
select tenant_wall('inbox_reads');
-- Its subject is what the team may see.
select team_wall('inbox_reads', 'exists (
  select from public.exceptions where exceptions.org_id = inbox_reads.org_id
    and exceptions.id = split_part(entry_id, ''/'', 2)::uuid
) or exists (
  select from public.changes where changes.org_id = inbox_reads.org_id and changes.id = split_part(entry_id, ''/'', 2)::uuid
)');

