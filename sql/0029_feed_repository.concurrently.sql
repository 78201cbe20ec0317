-- The feed of a repository.
create index feed_repository on validations (org_id, repository, created_at desc, id desc) where is_alone and repository is not null;
