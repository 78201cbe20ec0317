/** /api/v1/members: the members of an organisation and their roles. */
import { z } from 'zod';
import { CONTRACT_LIMITS } from '../../../src/contract/limits.ts';
import { EMAIL_FORM, isEmail, MEMBER_ROLES, MEMBER_STATUSES } from '../../../src/contract/member.ts';
import { MemberServiceService } from '../../../src/gen/flowarden/v1/member.ts';
import { READ_TIME } from '../../core/client.ts';
import { uuid } from '../../endpoint/answer-members.ts';
import { choiceField, textField } from '../../endpoint/fields.ts';
import { PAGING, pageRequest } from '../../endpoint/paging.ts';
import { defineRoute, NOTHING } from '../../endpoint/route.ts';
import { keyExample } from './api-key-example.ts';
import { MemberListResponse, MemberRemovalResponse, MemberResponse } from './member-schema.ts';

const PATH = '/api/v1/members';
const Id = z.strictObject({ id: uuid().describe('UUID of the membership.') });
const tag = 'Members';
const role = () =>
  choiceField(
    MEMBER_ROLES,
    'Role of the member. `auditor` reads what `viewer` does and the audit log; each of the others includes the previous ones, but not the audit log.',
  );

const example = {
  id: '0190d5a4-7c1e-7a3b-9f00-3f2a1b4c5d6e',
  role: 'approver',
  status: 'active',
  email: 'ada@example.com',
  subject: 'auth0|5f7c8ec7c33c6c004bbafe82',
  name: 'Ada Example',
  createdAt: '2026-03-02T09:41:07.120Z',
  createdBy: 'Grace Example',
  joinedAt: '2026-03-02T10:02:11.480Z',
  lastSeenAt: '2026-03-09T08:15:42.007Z',
};
const invitedExample = {
  ...example,
  status: 'invited',
  subject: null,
  name: null,
  joinedAt: null,
  lastSeenAt: null,
};

export const addMember = defineRoute({
  method: 'POST',
  path: PATH,
  operationId: 'addMember',
  tag,
  summary: 'Add a member',
  description:
    'Admits a person by the claim `sub` of their tokens, or by an e-mail address: the first token with this address and `email_verified` becomes the member. You can only give a role whose scopes you have. Scope `org:admin`.',
  access: MemberServiceService.addMember,
  params: NOTHING,
  query: NOTHING,
  body: {
    kind: 'json',
    spelling: 'camel',
    schema: z.strictObject({
      role: role(),
      email: textField(CONTRACT_LIMITS.emailCharactersMax, 'Their e-mail address.')
        .refine((text) => isEmail(text.trim()), { error: `must be ${EMAIL_FORM}` })
        .nullable()
        .optional(),
      subject: textField(CONTRACT_LIMITS.subjectCharactersMax, 'The claim `sub` of their tokens.', 1)
        .nullable()
        .optional(),
    }),
    example: { role: 'developer', email: 'ada@example.com' },
    codes: { email: 'invalid_email' },
  },
  answers: {
    201: {
      description: 'The new member.',
      schema: MemberResponse,
      example: invitedExample,
      headers: { Location: 'Address of the member.' },
    },
  },
  errors: ['invalid_email', 'state_conflict', 'reauthentication_required'],
  async handle({ body, context }, { core }) {
    const { member } = await core.call(
      MemberServiceService.addMember,
      { role: body.role, email: body.email ?? '', subject: body.subject ?? '' },
      context,
      READ_TIME,
    );
    return { status: 201, body: member, headers: { Location: `${PATH}/${member?.id}` } };
  },
});

export const listMembers = defineRoute({
  method: 'GET',
  path: PATH,
  operationId: 'listMembers',
  tag,
  summary: 'List the members',
  description: 'A page of the members, the newest first. Scope `org:admin`.',
  access: MemberServiceService.listMembers,
  params: NOTHING,
  query: z.strictObject({
    ...PAGING,
    role: choiceField(MEMBER_ROLES, 'Only members with this role.').optional(),
    status: choiceField(MEMBER_STATUSES, 'Only members in this state.').optional(),
  }),
  body: null,
  answers: {
    200: {
      description: 'A page.',
      schema: MemberListResponse,
      example: { members: [example], nextCursor: null, rolesFromTokens: false },
    },
  },
  errors: ['invalid_cursor'],
  async handle({ query, context }, { core }) {
    const request = { ...pageRequest(query), role: query.role ?? '', status: query.status ?? '' };
    const body = await core.call(MemberServiceService.listMembers, request, context, READ_TIME);
    return { status: 200, body };
  },
});

export const getMember = defineRoute({
  method: 'GET',
  path: `${PATH}/:id`,
  operationId: 'getMember',
  tag,
  summary: 'Read a member',
  description: 'One member. Scope `org:admin`.',
  access: MemberServiceService.getMember,
  params: Id,
  query: NOTHING,
  body: null,
  answers: { 200: { description: 'The member.', schema: MemberResponse, example } },
  errors: ['not_found'],
  async handle({ params, context }, { core }) {
    const { member } = await core.call(MemberServiceService.getMember, params, context, READ_TIME);
    return { status: 200, body: member };
  },
});

export const updateMember = defineRoute({
  method: 'PATCH',
  path: `${PATH}/:id`,
  operationId: 'updateMember',
  tag,
  summary: 'Give a member another role',
  description:
    'Effective everywhere within five seconds. The last admin stays one. You can only give a role whose scopes you have. Scope `org:admin`.',
  access: MemberServiceService.updateMember,
  params: Id,
  query: NOTHING,
  body: {
    kind: 'json',
    spelling: 'camel',
    schema: z.strictObject({ role: role() }),
    example: { role: 'approver' },
  },
  answers: { 200: { description: 'The member.', schema: MemberResponse, example } },
  errors: ['not_found', 'state_conflict', 'reauthentication_required'],
  async handle({ params, body, context }, { core }) {
    const request = { ...params, role: body.role };
    const { member } = await core.call(MemberServiceService.updateMember, request, context, READ_TIME);
    return { status: 200, body: member };
  },
});

export const removeMember = defineRoute({
  method: 'DELETE',
  path: `${PATH}/:id`,
  operationId: 'removeMember',
  tag,
  summary: 'Take a member away',
  description:
    'Also revokes the API keys that they created, those that these keys created, and so on, unless `keepKeys=true`. Effective everywhere within five seconds. The last admin stays. Scope `org:admin`.',
  access: MemberServiceService.removeMember,
  params: Id,
  query: z.strictObject({
    keepKeys: choiceField(['true', 'false'], '`true` leaves their API keys valid.').optional(),
  }),
  body: null,
  answers: {
    200: {
      description: 'They are no member any more. These are the keys that they made.',
      schema: MemberRemovalResponse,
      example: {
        revokedApiKeys: [{ ...keyExample, status: 'revoked', revokedAt: '2026-03-09T08:15:42.007Z' }],
        keptApiKeys: [],
      },
    },
    204: { description: 'They are no member any more, and made no key that works.', schema: null },
  },
  errors: ['not_found', 'state_conflict'],
  async handle({ params, query, context }, { core }) {
    const request = { ...params, keepApiKeys: query.keepKeys === 'true' };
    const body = await core.call(MemberServiceService.removeMember, request, context, READ_TIME);
    const isEmpty = body.revokedApiKeys.length + body.keptApiKeys.length === 0;
    return isEmpty ? { status: 204 } : { status: 200, body };
  },
});
