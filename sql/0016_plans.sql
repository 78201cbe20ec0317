-- What an organisation has bought, and what it has used of that.

-- The plans themselves stand in the program. Only the operator changes these columns: the application may read them.
alter table organisations
  add column plan text not null default 'unlimited',
  -- A payment has been due since then; null: nothing is due.
  add column past_due_since timestamptz,
  -- Nobody of the organisation may call since then; null: it is not suspended.
  add column suspended_at timestamptz;

-- One row for each month in which the organisation validated anything. All kinds share the row: whoever adds to it holds
-- its lock until the transaction ends, so the sum that it then reads is exact.
create table usage_months (
  org_id uuid not null references organisations (id),
  -- The first day of the month, in UTC.
  month date not null,
  synchronous integer not null default 0,
  asynchronous integer not null default 0,
  project_files integer not null default 0,
  primary key (org_id, month)
) with (fillfactor = 50);

-- The first day of the month that it is now, the same for the whole transaction.
create function usage_month() returns date
language sql stable parallel safe
return date_trunc('month', now() at time zone 'utc')::date;

grant select, insert, update on usage_months to flowarden_app;

alter table usage_months enable row level security;
alter table usage_months force row level security;
create policy of_organisation on usage_months to flowarden_app
  using (org_id = nullif(current_setting('app.org_id', true), '')::uuid);
create policy of_owner on usage_months to current_user using (true);
