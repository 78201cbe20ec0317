-- The feed of a file.
create index feed_filename on validations (org_id, filename, created_at desc, id desc) where is_alone;
