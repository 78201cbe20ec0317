create index workflow_forms_content on workflow_forms (org_id, content_sha256);
