-- The moved runs of a label.
create index feed_moved_label on validations (org_id, label) where project_id is null and not is_alone and label is not null;
