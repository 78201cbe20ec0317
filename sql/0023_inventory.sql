-- What the file of a run touches, as {"host:erp.corp.example": 2}, and numbers about it. Null: a run before this migration.
alter table validations add column inventory jsonb;
alter table validations add column metrics jsonb;
