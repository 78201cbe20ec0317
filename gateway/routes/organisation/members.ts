/** DELETE /api/v1/members/{id}: takes a member away, with their keys. */
import { z } from 'zod';
import { MemberServiceService } from '../../../src/gen/flowarden/v1/member.ts';
import { READ_TIME } from '../../core/client.ts';
import { choiceField, uuid } from '../../endpoint/fields.ts';
import { defineRoute } from '../../endpoint/route.ts';

export const removeMember = defineRoute({
  method: 'DELETE',
  path: '/api/v1/members/:id',
  operationId: 'removeMember',
  tag: 'Members',
  summary: 'Take a member away',
  description:
    'Also revokes the API keys that they created, those that these keys created, and so on, unless `keepKeys=true`. Effective everywhere within five seconds. The last admin stays. Scope `org:admin`.',
  access: MemberServiceService.removeMember,
  params: z.strictObject({ id: uuid().describe('UUID of the membership.') }),
  query: z.strictObject({
    keepKeys: choiceField(['true', 'false'], '`true` leaves their API keys valid.').optional(),
  }),
  answers: {
    200: {
      description: 'They are no member any more. These are the keys that they made.',
      message: 'flowarden.v1.RemoveMemberResponse',
    },
    204: { description: 'They are no member any more, and made no key that works.', message: null },
  },
  errors: ['not_found', 'state_conflict'],
  async handle({ params, query, context }, { core }) {
    const request = { ...params, keepApiKeys: query.keepKeys === 'true' };
    const body = await core.call(MemberServiceService.removeMember, request, context, READ_TIME);
    const isEmpty = body.revokedApiKeys.length + body.keptApiKeys.length === 0;
    return isEmpty ? { status: 204 } : { status: 200, body };
  },
});
