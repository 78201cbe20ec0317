/** Query parameters of the lists of findings. */
import type { z } from 'zod';
import { CATEGORIES, SEVERITIES } from '../../../src/analysis/model/rule.ts';
import { FINDING_STATUSES } from '../../../src/contract/lists/estate.ts';
import { FIELD_LIMITS } from '../../../src/gen/contract/field-limits.ts';
import type { FindingFilters } from '../../../src/gen/flowarden/v1/estate.ts';
import { uuid } from '../../endpoint/answer-members.ts';
import { choiceField, dateOf, textField, timeField } from '../../endpoint/fields.ts';

/** Creates a filter by a text. No stored text that it is compared with is longer. */
export const filter = (description: string) =>
  textField(FIELD_LIMITS['FeedFilters.repository'].maxLength, description).optional();

/** Members for the schema of a query. */
export const FINDING_FILTERS = {
  severity: choiceField(SEVERITIES, 'Only this severity.').optional(),
  category: choiceField(CATEGORIES, 'Only this category.').optional(),
  ruleId: filter('Only this rule.'),
  platform: filter('Only this platform.'),
  repository: filter('Only workflows of this repository.'),
  workflowId: uuid().describe('Only this workflow.').optional(),
  q: filter("Only with this text in the path, the rule's id or its title, in any case."),
  status: choiceField(
    FINDING_STATUSES,
    '`open`: no approved exception waives them, which is the default. `pending`: an exception is requested. `waived`: an exception waives them. `all`.',
  ).optional(),
  since: timeField('Only those that their workflow has had since this time or later.').optional(),
};

/** Query with these members. */
type FilterQuery = {
  readonly [Name in keyof typeof FINDING_FILTERS]?: z.output<(typeof FINDING_FILTERS)[Name]>;
};

/** Converts the parameters to the filters of the core. */
export function findingFilters(query: FilterQuery): FindingFilters {
  const { severity, category, ruleId, platform, repository, workflowId, q, status } = query;
  const names = { severity, category, ruleId, platform, repository, workflowId, q, status };
  return { ...names, since: dateOf(query.since) };
}
