/** GET /api/v1/rules: the catalogue. */
import { z } from 'zod';
import { FIELD_LIMITS } from '../../../src/gen/contract/field-limits.ts';
import { RuleServiceService } from '../../../src/gen/flowarden/v1/rule.ts';
import { READ_TIME } from '../../core/client.ts';
import { CACHED_ETAG, IF_NONE_MATCH, UNCHANGED, versioned } from '../../endpoint/etag.ts';
import { textField } from '../../endpoint/fields.ts';
import { defineRoute } from '../../endpoint/route.ts';

export const rules = defineRoute({
  method: 'GET',
  path: '/api/v1/rules',
  operationId: 'listRules',
  tag: 'Catalogue',
  summary: 'List the rules',
  description: 'Every rule in the order of the ids, without examples.',
  access: RuleServiceService.listRules,
  query: z.strictObject({
    platform: textField(64, 'Only rules of this platform.').optional(),
    ruleset: textField(
      FIELD_LIMITS['ValidateRequest.ruleset'].maxLength,
      'Only rules of this ruleset.',
    ).optional(),
  }),
  headers: IF_NONE_MATCH,
  answers: {
    200: {
      description: 'The rules.',
      message: 'flowarden.rest.v1.RuleListResponse',
      headers: CACHED_ETAG,
    },
    304: UNCHANGED,
  },
  errors: ['unknown_platform', 'unknown_ruleset'],
  async handle({ query, header, context }, { core }) {
    const { platform, ruleset } = query;
    const found = await core.call(RuleServiceService.listRules, { platform, ruleset }, context, READ_TIME);
    return versioned({ rules: found.rules.map((rule) => ({ rule })) }, header('If-None-Match'));
  },
});
