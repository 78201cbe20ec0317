/** /api/v1/exceptions/{id}/…: approving, rejecting and revoking an exception. */
import { z } from 'zod';
import { CONTRACT_LIMITS } from '../../../src/contract/limits.ts';
import { ExceptionServiceService } from '../../../src/gen/flowarden/v1/exception.ts';
import { type CallContext, type Core, READ_TIME } from '../../core/client.ts';
import type { UnaryMethod } from '../../core/unary-call.ts';
import { textField } from '../../endpoint/fields.ts';
import { type Answer, defineRoute, NOTHING } from '../../endpoint/route.ts';
import { ExceptionResponse } from './exception-schema.ts';
import { example, Id, PATH } from './exceptions.ts';

const BODY = {
  kind: 'json',
  spelling: 'camel',
  schema: z.strictObject({
    note: textField(
      CONTRACT_LIMITS.exceptionTextCharactersMax,
      'For the requester and the audit log.',
    ).optional(),
  }),
  example: { note: 'Until the vault is there.' },
} as const;

const decided = {
  ...example,
  decidedAt: '2026-03-02T10:02:33.007Z',
  decidedById: 'auth0|7c8ec5f7c33c6c004bbafe82',
  decidedBy: 'Grace Example',
  decisionNote: 'Until the vault is there.',
  decidableByCaller: false,
  whyNot: { code: 'not_pending', message: 'The exception is approved: only one that waits can be decided.' },
};

export const approveException = defineRoute({
  method: 'POST',
  path: `${PATH}/:id/approve`,
  operationId: 'approveException',
  tag: 'Exceptions',
  summary: 'Approve an exception',
  description:
    'Approves a pending exception: its findings are waived from now until it expires. You cannot approve an exception that you requested, with this or another credential. Scope `exceptions:approve`.',
  access: ExceptionServiceService.approveException,
  params: Id,
  query: NOTHING,
  body: BODY,
  answers: {
    200: {
      description: 'The approved exception.',
      schema: ExceptionResponse,
      example: { ...decided, status: 'approved' },
    },
  },
  errors: [
    'not_found',
    'state_conflict',
    'self_approval',
    'exception_too_broad',
    'reauthentication_required',
  ],
  handle: (input, { core }) => decide(core, ExceptionServiceService.approveException, input),
});

export const rejectException = defineRoute({
  method: 'POST',
  path: `${PATH}/:id/reject`,
  operationId: 'rejectException',
  tag: 'Exceptions',
  summary: 'Reject an exception',
  description: 'Rejects an exception that waits. Scope `exceptions:approve`.',
  access: ExceptionServiceService.rejectException,
  params: Id,
  query: NOTHING,
  body: BODY,
  answers: {
    200: {
      description: 'The rejected exception.',
      schema: ExceptionResponse,
      example: { ...decided, status: 'rejected', decisionNote: 'Rotate the password instead.' },
    },
  },
  errors: ['not_found', 'state_conflict', 'reauthentication_required'],
  handle: (input, { core }) => decide(core, ExceptionServiceService.rejectException, input),
});

export const revokeException = defineRoute({
  method: 'POST',
  path: `${PATH}/:id/revoke`,
  operationId: 'revokeException',
  tag: 'Exceptions',
  summary: 'Revoke an exception',
  description:
    'Takes back an exception that is approved or waits: from now on its findings count again. Scope `exceptions:approve`, or `exceptions:request` for what you requested.',
  access: ExceptionServiceService.revokeException,
  params: Id,
  query: NOTHING,
  body: BODY,
  answers: {
    200: {
      description: 'The revoked exception.',
      schema: ExceptionResponse,
      example: {
        ...decided,
        status: 'revoked',
        revokedAt: '2026-03-05T08:15:00.442Z',
        revokedById: 'auth0|7c8ec5f7c33c6c004bbafe82',
        revokedBy: 'Grace Example',
        revocationNote: 'The vault is there.',
      },
    },
  },
  errors: ['not_found', 'state_conflict'],
  handle: (input, { core }) => decide(core, ExceptionServiceService.revokeException, input),
});

/** Calls the core for any of the three decisions. */
async function decide(
  core: Core,
  method: UnaryMethod<{ readonly id: string; readonly note: string }, { readonly exception?: unknown }>,
  input: {
    readonly params: { readonly id: string };
    readonly body: { readonly note?: string | undefined };
    readonly context: CallContext;
  },
): Promise<Answer> {
  const request = { id: input.params.id, note: input.body.note ?? '' };
  const { exception } = await core.call(method, request, input.context, READ_TIME);
  return { status: 200, body: exception };
}
