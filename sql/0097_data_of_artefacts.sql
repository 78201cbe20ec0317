-- Files of artefacts that only say something about other files, such as `project.json`: drift counts them where a repository has
-- sent them too.
alter table source_files add column is_data boolean not null default false;

-- Those that are there get it from their runs, and the forms that pulls did not note at first.
update source_files as file set
  is_data = coalesce(run.kind in (
    'uipath-coded-agent-part', 'uipath-evaluation-set', 'uipath-evaluator', 'uipath-solution', 'uipath-solution-part', 'uipath-object',
    'uipath-project', 'uipath-workbook', 'uipath-side-file'), false),
  form = coalesce(file.form, run.form),
  connections = case when file.form is null then run.connections else file.connections end,
  form_version = case when file.form is null then run.form_version else file.form_version end
from validations as run
where run.org_id = file.org_id and run.id = file.validation_id;
