-- The feed of a branch.
create index feed_branch on validations (org_id, branch, created_at desc, id desc) where is_alone and branch is not null;
