/** POST /api/v1/members/{id}/invitation: the link by which a member gets an account. */
import { z } from 'zod';
import { MemberServiceService } from '../../../src/gen/flowarden/v1/member.ts';
import { READ_TIME } from '../../core/client.ts';
import { uuid } from '../../endpoint/answer-members.ts';
import { defineRoute, NOTHING } from '../../endpoint/route.ts';
import { InvitationResponse } from '../people/session-schema.ts';

export const inviteMember = defineRoute({
  method: 'POST',
  path: '/api/v1/members/:id/invitation',
  operationId: 'inviteMember',
  tag: 'Members',
  summary: 'Invite a member by a link',
  description:
    'Makes the link by which a member who was added by e-mail, and has not come yet, gets an account here. It works once, within seven days; a new one replaces it. Send it to the person yourself. Scope `org:admin`.',
  access: MemberServiceService.inviteMember,
  params: z.strictObject({ id: uuid().describe('UUID of the membership.') }),
  query: NOTHING,
  body: null,
  answers: {
    201: {
      description: 'The invitation.',
      schema: InvitationResponse,
      example: {
        url: 'https://flowarden.example.com/sign-in#t=q3Jz8Wd0…',
        expiresAt: '2026-03-09T09:41:07.312Z',
      },
    },
  },
  errors: ['not_found', 'state_conflict', 'reauthentication_required'],
  async handle({ params, context }, { core }) {
    const body = await core.call(MemberServiceService.inviteMember, params, context, READ_TIME);
    return { status: 201, body };
  },
});
