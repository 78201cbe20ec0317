-- Whether known files that were not analysed block: the organisation's setting, and its value when a run was submitted.

-- Null: the default.
alter table organisation_settings add column block_unanalysed boolean;
alter table projects add column block_unanalysed boolean not null default false;
alter table validations add column block_unanalysed boolean not null default false;
