create index workflows_repository on workflows (org_id, repository, filename text_pattern_ops) where repository is not null;
