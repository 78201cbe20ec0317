-- Whose a delivery is while it is sent: what a process held that has died is sent by another one at once, and not only
-- when its lease has ended. The name is that of `job_processes.pool_id`.
alter table deliveries add column holder text;
