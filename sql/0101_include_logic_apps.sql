-- Whether workflows of Azure Logic Apps (Standard) are analysed: the setting of the organisation, and its value when a run was submitted.

-- Null: the default.
alter table organisation_settings add column include_logic_apps boolean;
alter table projects add column include_logic_apps boolean not null default false;
alter table validations add column include_logic_apps boolean not null default false;
