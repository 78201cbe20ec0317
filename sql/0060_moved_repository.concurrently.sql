-- Moved runs of the feed: `is_alone` is false in their rows, so that the larger indexes of the feed's filters do not have them.
-- The moved runs of a repository.
create index feed_moved_repository on validations (org_id, repository) where project_id is null and not is_alone and repository is not null;
