-- Files of projects from before `project_id`: only rows that stand alone are entries of the feed.
update validations set project_id = item.project_id, is_alone = false
from project_items as item
where validations.org_id = item.org_id and validations.id = item.validation_id and validations.project_id is null;
