/** GET /api/v1/rules/{ruleId}: one rule. */
import { z } from 'zod';
import { RuleServiceService } from '../../../src/gen/flowarden/v1/rule.ts';
import { READ_TIME } from '../../core/client.ts';
import { CACHED_ETAG, IF_NONE_MATCH, UNCHANGED, versioned } from '../../endpoint/etag.ts';
import { textField } from '../../endpoint/fields.ts';
import { defineRoute } from '../../endpoint/route.ts';

export const rule = defineRoute({
  method: 'GET',
  path: '/api/v1/rules/:ruleId',
  operationId: 'getRule',
  tag: 'Catalogue',
  summary: 'Read a rule',
  description: 'One rule with its options and examples, and the address of its page for people.',
  access: RuleServiceService.getRule,
  params: z.strictObject({ ruleId: textField(64, 'The id of the rule, such as `UIP-REL-001`.') }),
  headers: IF_NONE_MATCH,
  answers: {
    200: { description: 'The rule.', message: 'flowarden.rest.v1.RuleResponse', headers: CACHED_ETAG },
    304: UNCHANGED,
  },
  errors: ['not_found'],
  async handle({ params, header, context }, { core, baseUrl }) {
    const { rule: found } = await core.call(RuleServiceService.getRule, params, context, READ_TIME);
    if (found === undefined) throw new Error('The core answered without a rule');
    const docsUrl = `${baseUrl}/docs/rules/${found.ruleId}`;
    return versioned({ rule: found, docsUrl }, header('If-None-Match'));
  },
});
