-- What an organisation has decided for all its validations. An organisation without a row, and a column that is null,
-- have the default of the product.
create table organisation_settings (
  org_id uuid primary key references organisations (id),
  enforcement_mode text check (enforcement_mode in ('advisory', 'warning', 'blocking')),
  ruleset text,
  -- A score under it is an alert; null: none.
  score_alert_threshold integer check (score_alert_threshold between 2 and 100),
  -- Every run under the threshold, or only the one that crosses it.
  score_alert_kind text check (score_alert_kind in ('level', 'crossing')),
  -- How long before its end an exception is announced.
  exception_warning_days integer check (exception_warning_days between 1 and 90),
  -- The worst severity that an exception for any file or any place may have.
  exception_wildcard_severity text
    check (exception_wildcard_severity in ('none', 'low', 'medium', 'high', 'critical')),
  wire_case text check (wire_case in ('camel', 'snake')),
  -- How long results are kept.
  retention_days integer check (retention_days between 1 and 400),
  -- Counts the changes; what an ETag says.
  version integer not null default 0,
  updated_at timestamptz,
  updated_by text
);

grant select, insert, update on organisation_settings to flowarden_app;

alter table organisation_settings enable row level security;
alter table organisation_settings force row level security;
create policy of_organisation on organisation_settings to flowarden_app
  using (org_id = nullif(current_setting('app.org_id', true), '')::uuid);
create policy of_owner on organisation_settings to current_user using (true);
