/** /api/v1/account: the account of the person who has signed in. */
import { z } from 'zod';
import { SessionServiceService } from '../../../src/gen/flowarden/v1/session.ts';
import { READ_TIME } from '../../core/client.ts';
import { defineRoute, forPeople, NOTHING } from '../../endpoint/route.ts';
import { LINK_BODY, PASSWORD_RULE, passwordText, personName, sessionExample } from './session-examples.ts';
import { SessionResponse } from './session-schema.ts';

const tag = 'People';

export const updateAccount = defineRoute({
  method: 'PATCH',
  path: '/api/v1/account',
  operationId: 'updateAccount',
  tag,
  summary: 'Change the own name',
  description:
    'Changes the name that others see. That of a person of the identity provider is changed there.',
  access: forPeople(SessionServiceService.updateAccount),
  params: NOTHING,
  query: NOTHING,
  body: {
    kind: 'json',
    spelling: 'camel',
    schema: z.strictObject({ name: personName() }),
    example: { name: 'Ada Example' },
  },
  answers: {
    200: { description: 'The session with the new name.', schema: SessionResponse, example: sessionExample },
  },
  errors: ['state_conflict'],
  async handle({ body, context }, { core }) {
    const { session } = await core.call(SessionServiceService.updateAccount, body, context, READ_TIME);
    return { status: 200, body: session };
  },
});

export const changePassword = defineRoute({
  method: 'POST',
  path: '/api/v1/account/password',
  operationId: 'changePassword',
  tag,
  summary: 'Change the own password',
  description: `Changes the password and ends all other sessions of the person. The new one has ${PASSWORD_RULE}.`,
  access: forPeople(SessionServiceService.changePassword),
  params: NOTHING,
  query: NOTHING,
  body: {
    kind: 'json',
    spelling: 'camel',
    schema: z.strictObject({
      currentPassword: passwordText('The password so far.'),
      newPassword: passwordText('The password from now on.'),
    }),
    example: {
      currentPassword: 'five words that only Ada knows',
      newPassword: 'six other words that only Ada knows',
    },
  },
  answers: { 204: { description: 'The password has changed.', schema: null } },
  errors: ['state_conflict'],
  async handle({ body, context }, { core }) {
    await core.call(SessionServiceService.changePassword, body, context, READ_TIME);
    return { status: 204 };
  },
});

export const acceptInvitation = defineRoute({
  method: 'POST',
  path: '/api/v1/account/invitation',
  operationId: 'acceptInvitation',
  tag,
  summary: 'Join an organisation',
  description: 'Uses up an invitation: the person who has signed in becomes the member.',
  access: forPeople(SessionServiceService.acceptInvitation),
  params: NOTHING,
  query: NOTHING,
  body: LINK_BODY,
  answers: {
    200: {
      description: 'The session with the new organisation.',
      schema: SessionResponse,
      example: sessionExample,
    },
  },
  errors: ['not_found', 'state_conflict'],
  async handle({ body, context }, { core }) {
    const { session } = await core.call(SessionServiceService.acceptInvitation, body, context, READ_TIME);
    return { status: 200, body: session };
  },
});
