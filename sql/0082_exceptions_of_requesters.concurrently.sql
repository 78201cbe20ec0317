create index exceptions_requester on exceptions (org_id, requested_by_id, id desc);
