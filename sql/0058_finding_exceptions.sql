-- The exception of a finding: its current state is the state of the finding. Null: none, or a run before this column.
alter table open_findings add column exception_id uuid;
