-- Projects that were listed by an earlier version are still compared with the run before, file by file.
update project_items as item set previous_number = before.number
from projects as project, project_items as before
where project.status = 'running' and item.org_id = project.org_id and item.project_id = project.id
  and item.status = 'queued' and item.previous_number is null
  and before.org_id = project.org_id and before.project_id = project.previous_id and before.path = item.path;
