-- The feed, newest first. The condition of the indexes of its filters is another, equivalent one: Postgres would
-- take this index for a value that it does not know yet, and walk through all runs of the organisation.
create index feed_runs on validations (org_id, created_at desc, id desc) where project_id is null;
