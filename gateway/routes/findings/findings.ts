/** GET /api/v1/results/{validationId}/findings: the findings of one result. */
import { z } from 'zod';
import { DIFF_STATUSES } from '../../../src/analysis/model/diff.ts';
import { EXCEPTION_STATUSES } from '../../../src/analysis/model/finding.ts';
import { CATEGORIES, SEVERITIES } from '../../../src/analysis/model/rule.ts';
import { FIELD_LIMITS } from '../../../src/gen/contract/field-limits.ts';
import { FindingServiceService } from '../../../src/gen/flowarden/v1/finding.ts';
import { READ_TIME } from '../../core/client.ts';
import { choiceField, textField, uuid } from '../../endpoint/fields.ts';
import { PAGING, pageRequest } from '../../endpoint/paging.ts';
import { defineRoute } from '../../endpoint/route.ts';

const LIST_CHARACTERS_MAX = 1_024;
// It ends with no space, so that spaces behind it are read in one way.
const RULE_ID = `[^ ,](?:[^,]{0,${FIELD_LIMITS['ListExceptionsRequest.ruleId'].maxLength - 2}}[^ ,])?`;
const CHANGES = DIFF_STATUSES.filter((status) => status !== 'resolved');
const Id = z.strictObject({
  validationId: uuid().describe('UUID of the validation, or of the validation of a project.'),
});

/** Values separated by commas; the pattern contains each value, so that the document shows what the core accepts. */
const list = (description: string, value: string, error: string) =>
  textField(LIST_CHARACTERS_MAX, `${description} Several are separated by commas.`)
    .regex(new RegExp(`^ *(?:${value} *)?(?:, *(?:${value} *)?)*$`), { error })
    .optional();
const choices = (values: readonly string[], description: string) =>
  list(
    `${description}: ${values.map((name) => `\`${name}\``).join(', ')}.`,
    `(?:${values.join('|')})`,
    `must be of: ${values.join(', ')}`,
  );

export const resultFindings = defineRoute({
  method: 'GET',
  path: '/api/v1/results/:validationId/findings',
  operationId: 'listResultFindings',
  tag: 'Validations',
  summary: 'List the findings of a result',
  description:
    'A page of the findings of a validation, or of what is wrong between the files of a project, with counts by the values of each filter.',
  access: FindingServiceService.listResultFindings,
  params: Id,
  query: z.strictObject({
    ...PAGING,
    severity: choices(SEVERITIES, 'Only these severities'),
    category: choices(CATEGORIES, 'Only these categories'),
    ruleId: list('Only these rules.', RULE_ID, 'must be ids of rules'),
    status: choices(EXCEPTION_STATUSES, 'Only these exception statuses'),
    change: choices(CHANGES, 'Only these changes since the previous run'),
    file: textField(LIST_CHARACTERS_MAX, 'Only this file inside the file.').optional(),
    q: textField(
      FIELD_LIMITS['FeedFilters.repository'].maxLength,
      'Only findings with this in location, rule or description; case does not matter.',
    ).optional(),
    groupBy: choiceField(
      ['rule', 'severity', 'category', 'file'],
      'Groups stand together, those with the most severe finding first.',
    ).optional(),
  }),
  answers: {
    200: {
      description: 'A page.',
      message: 'flowarden.v1.ListResultFindingsResponse',
    },
  },
  errors: ['not_found', 'state_conflict', 'result_unreadable', 'invalid_cursor', 'query_timeout'],
  async handle({ params, query, context }, { core }) {
    const request = {
      ...pageRequest(query),
      ...params,
      severities: valuesOf(query.severity),
      categories: valuesOf(query.category),
      ruleIds: valuesOf(query.ruleId),
      statuses: valuesOf(query.status),
      changes: valuesOf(query.change),
      files: query.file === undefined ? [] : [query.file],
      q: query.q ?? '',
      groupBy: query.groupBy ?? '',
    };
    const body = await core.call(FindingServiceService.listResultFindings, request, context, READ_TIME);
    return { status: 200, body };
  },
});

function valuesOf(list: string | undefined): string[] {
  return (list ?? '').split(',').flatMap((value) => (value.trim() === '' ? [] : [value.trim()]));
}
