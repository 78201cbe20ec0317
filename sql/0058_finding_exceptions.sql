-- The exception of a finding: its current state is that of the finding. Null: none, or a run of before this column.
alter table open_findings add column exception_id uuid;
