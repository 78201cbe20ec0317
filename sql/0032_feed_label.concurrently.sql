-- The feed of a label.
create index feed_label on validations (org_id, label, created_at desc, id desc) where is_alone and label is not null;
