-- The moved runs of a branch.
create index feed_moved_branch on validations (org_id, branch) where project_id is null and not is_alone and branch is not null;
