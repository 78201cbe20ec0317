-- The moved runs of a file.
create index feed_moved_filename on validations (org_id, filename) where project_id is null and not is_alone;
