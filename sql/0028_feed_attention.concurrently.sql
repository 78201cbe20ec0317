-- Runs of the feed that may need attention.
create index feed_attention on validations (org_id, created_at desc, id desc)
  where is_alone and (not passed or is_regression or status in ('failed', 'canceled'));
