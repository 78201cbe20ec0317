-- Whether unchanged objects of the vendor are analysed: the setting of the organisation, and its value when a run was submitted.

-- Null: the default.
alter table organisation_settings add column include_vendor boolean;
alter table projects add column include_vendor boolean not null default false;
alter table validations add column include_vendor boolean not null default false;
