/** GET /api/v1/validations: the feed, newest first. */
import { z } from 'zod';
import { CONTRACT_LIMITS } from '../../../src/contract/limits.ts';
import { ValidationServiceService } from '../../../src/gen/flowarden/v1/validation.ts';
import { READ_TIME } from '../../core/client.ts';
import { uuid } from '../../endpoint/answer-members.ts';
import {
  EXPORT_FORMAT,
  EXPORT_HEADERS,
  EXPORT_TYPES,
  exportAnswer,
  exportFormat,
} from '../../endpoint/export.ts';
import { booleanField, dateOf, integerField, textField, timeField } from '../../endpoint/fields.ts';
import { PAGING, type PageRequest, pageRequest } from '../../endpoint/paging.ts';
import { defineRoute, NOTHING } from '../../endpoint/route.ts';

/** Longest filter; no stored text that it is compared with is longer. */
const FILTER_CHARACTERS_MAX = CONTRACT_LIMITS.metadataTextCharactersMax;

const time = (description: string) => timeField(description).optional();
const filter = (description: string) => textField(FILTER_CHARACTERS_MAX, description).optional();

const Query = z.strictObject({
  ...PAGING,
  source: filter('Only this source.'),
  platform: filter('Only this platform.'),
  passed: booleanField('Only passed or only failed ones.').optional(),
  branch: filter('Only this branch; `refs/heads/` before it does not matter.'),
  label: filter('Only this label.'),
  projectValidationId: uuid().describe('Only the files of this project.').optional(),
  repository: filter('Only this repository of the pipeline.'),
  filename: filter('Only files of this name, as the results show it.'),
  minScore: integerField(1, 100, 'Only scores of at least this.').optional(),
  maxScore: integerField(1, 100, 'Only scores of at most this.').optional(),
  validatedAfter: time('Only those that finished at or after this time.'),
  validatedBefore: time('Only those that finished before this time.'),
  ...EXPORT_FORMAT,
});

export const validations = defineRoute({
  method: 'GET',
  path: '/api/v1/validations',
  operationId: 'listValidations',
  tag: 'Validations',
  summary: 'List validations',
  description:
    "A page of the organisation's validations, newest first. Every filter uses an index, by itself and with the times; so do `platform` and `passed` together. Other filters together may look at one validation after the other, so give a time with them when few match.",
  access: ValidationServiceService.listValidations,
  params: NOTHING,
  query: Query,
  body: null,
  otherTypes: EXPORT_TYPES,
  answers: {
    200: {
      description: 'A page.',
      message: 'flowarden.v1.ListValidationsResponse',
      headers: EXPORT_HEADERS,
    },
  },
  errors: ['invalid_cursor', 'query_timeout', 'unknown_platform'],
  async handle({ query, context, wantedType }, { core }) {
    const filters = {
      source: query.source,
      platform: query.platform,
      passed: query.passed === undefined ? undefined : query.passed === 'true',
      branch: query.branch,
      label: query.label,
      projectValidationId: query.projectValidationId,
      repository: query.repository,
      filename: query.filename,
      minScore: query.minScore,
      maxScore: query.maxScore,
      validatedAfter: dateOf(query.validatedAfter),
      validatedBefore: dateOf(query.validatedBefore),
    };
    const read = (paging: PageRequest) =>
      core.call(ValidationServiceService.listValidations, { ...paging, ...filters }, context, READ_TIME);
    const format = exportFormat(query.format, wantedType);
    if (format === null) return { status: 200, body: await read(pageRequest(query)) };
    return exportAnswer(format, 'validations', query, read);
  },
});
