-- Findings that count for the gate of a project: those too that a note in the file waives. Null: the same as `tally`.
alter table project_items add column gate_tally jsonb;
