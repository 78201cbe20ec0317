-- The process that pulls says that it lives, as jobs and deliveries do, so that operators see whether it runs.
alter table job_processes drop constraint job_processes_kind_check;
alter table job_processes add constraint job_processes_kind_check check (kind in ('jobs', 'deliveries', 'pulls'));
grant select, insert, delete, update (beaten_at) on job_processes to flowarden_pulls;
