-- Rules that ran to their end, by category, as {"security": 21}. Null: a run before this migration.
alter table validations add column checked_rules jsonb;
