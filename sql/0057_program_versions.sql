-- The version of each program that beats: during an upgrade, and when one was forgotten, an operator sees which ones run. Null: a
-- program of before this column.
alter table job_processes add column version text;

grant select (version) on job_processes to flowarden_app;
