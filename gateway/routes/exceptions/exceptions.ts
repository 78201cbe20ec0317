/** /api/v1/exceptions: requesting exceptions and reading them. */
import { z } from 'zod';
import { EXCEPTION_STATES } from '../../../src/contract/exception.ts';
import { CONTRACT_LIMITS } from '../../../src/contract/limits.ts';
import { ExceptionServiceService } from '../../../src/gen/flowarden/v1/exception.ts';
import { READ_TIME } from '../../core/client.ts';
import { uuid } from '../../endpoint/answer-members.ts';
import { booleanField, choiceField, textField, timeField } from '../../endpoint/fields.ts';
import { PAGING, pageRequest } from '../../endpoint/paging.ts';
import { defineRoute, NOTHING } from '../../endpoint/route.ts';
import { ExceptionListResponse, ExceptionResponse } from './exception-schema.ts';

export const PATH = '/api/v1/exceptions';
export const Id = z.strictObject({ id: uuid().describe('UUID of the exception.') });
const READERS = 'Scope `exceptions:read`, `exceptions:request` or `exceptions:approve`.';

export const example = {
  id: '0190d5a4-7c1e-7a3b-9f00-3f2a1b4c5d6e',
  status: 'pending',
  ruleId: 'UIP-SEC-001',
  fileName: 'Main.xaml',
  location: 'Main › Log in',
  repository: 'bank/invoice-robots',
  severity: 'critical',
  reason: 'The vault is connected in the next release.',
  expiresAt: '2026-03-30T00:00:00.000Z',
  validationId: '0190d5a4-7c1e-7a3b-9f00-1b4c5d6e3f2a',
  findingId: '4f0f7c1e-52c4-8b0e-9d0a-6b1f2a3c4d5e',
  requestedAt: '2026-03-02T09:41:07.120Z',
  requestedById: 'auth0|5f7c8ec7c33c6c004bbafe82',
  requestedBy: 'Ada Example',
  requestedByEmail: 'ada@example.org',
  decidedAt: null,
  decidedById: null,
  decidedBy: null,
  decisionNote: null,
  revokedAt: null,
  revokedById: null,
  revokedBy: null,
  revocationNote: null,
  announcedAt: null,
  placeCount: null,
  decidableByCaller: true,
  whyNot: null,
};

const pattern = (description: string) =>
  textField(CONTRACT_LIMITS.exceptionPatternCharactersMax, description);

/** Members of a request that say what the exception is for. */
export const EXCEPTION_SUBJECT = {
  validationId: textField(
    CONTRACT_LIMITS.idCharactersMax,
    'The validation, or the project, that has the finding.',
  ).optional(),
  findingId: textField(CONTRACT_LIMITS.idCharactersMax, 'The finding.').optional(),
  ruleId: textField(CONTRACT_LIMITS.idCharactersMax, 'The rule; not with a finding.').optional(),
  fileName: pattern(
    'The path of a file or a pattern of it; with a finding that of its file when not given.',
  ).optional(),
  location: pattern('A pattern with at least one `*`; not with a finding.').optional(),
  repository: textField(
    CONTRACT_LIMITS.metadataTextCharactersMax,
    '`*` for all runs. When not given, with a finding what its run named, else all runs.',
  ).optional(),
};

/** Returns them as the core reads them. */
export function subjectRequest(body: z.output<z.ZodObject<typeof EXCEPTION_SUBJECT>>) {
  return {
    validationId: body.validationId ?? '',
    findingId: body.findingId ?? '',
    ruleId: body.ruleId ?? '',
    fileName: body.fileName ?? '',
    location: body.location ?? '',
    repository: body.repository ?? '',
  };
}

export const requestException = defineRoute({
  method: 'POST',
  path: PATH,
  operationId: 'requestException',
  tag: 'Exceptions',
  summary: 'Request an exception',
  description:
    'Requests an exception for one finding (`validationId` and `findingId`), or for every finding of a rule that fits patterns (`ruleId`, `fileName` and `location`, where `*` stands for any text). It waives nothing until another person approves it. Scope `exceptions:request`.',
  access: ExceptionServiceService.requestException,
  params: NOTHING,
  query: NOTHING,
  body: {
    kind: 'json',
    spelling: 'camel',
    schema: z.strictObject({
      ...EXCEPTION_SUBJECT,
      reason: textField(CONTRACT_LIMITS.exceptionTextCharactersMax, 'Why it is needed.', 1),
      expiresAt: timeField(
        `Its end: at most ${CONTRACT_LIMITS.exceptionDaysCriticalMax} days ahead for critical findings, ${CONTRACT_LIMITS.exceptionDaysHighMax} for high ones, ${CONTRACT_LIMITS.exceptionDaysMax} for others.`,
        '2026-03-30T00:00:00Z',
      ),
    }),
    example: {
      validationId: '0199f3a2-7c1e-7a10-8f3e-0c5d2b7a9e42',
      findingId: '5b0c4f5e-27f4-8c1b-9f0a-1f6d1e7f3a52',
      reason: 'The vault is connected in the next release.',
      expiresAt: '2026-03-30T00:00:00Z',
    },
  },
  answers: {
    201: {
      description: 'The exception, which waits for approval.',
      schema: ExceptionResponse,
      example,
      headers: { Location: 'Address of the exception.' },
    },
  },
  errors: ['not_found', 'exception_too_broad', 'state_conflict', 'plan_feature_required', 'payment_past_due'],
  async handle({ body, context }, { core }) {
    const request = {
      ...subjectRequest(body),
      reason: body.reason,
      expiresAt: new Date(body.expiresAt),
    };
    const { exception } = await core.call(
      ExceptionServiceService.requestException,
      request,
      context,
      READ_TIME,
    );
    return { status: 201, body: exception, headers: { Location: `${PATH}/${exception?.id}` } };
  },
});

export const listExceptions = defineRoute({
  method: 'GET',
  path: PATH,
  operationId: 'listExceptions',
  tag: 'Exceptions',
  summary: 'List the exceptions',
  description: `A page of the organisation's exceptions, newest first. ${READERS}`,
  access: ExceptionServiceService.listExceptions,
  params: NOTHING,
  query: z.strictObject({
    ...PAGING,
    status: choiceField(EXCEPTION_STATES, 'Only exceptions in this state.').optional(),
    ruleId: textField(CONTRACT_LIMITS.idCharactersMax, 'Only those of this rule.').optional(),
    fileName: pattern('Only those for this path, or for exactly this pattern.').optional(),
    mine: booleanField('With `true` only those that the caller requested.').optional(),
  }),
  body: null,
  answers: {
    200: {
      description: 'A page.',
      schema: ExceptionListResponse,
      example: { exceptions: [example], nextCursor: null },
    },
  },
  errors: ['invalid_cursor', 'query_timeout'],
  async handle({ query, context }, { core }) {
    const request = {
      ...pageRequest(query),
      status: query.status ?? '',
      ruleId: query.ruleId ?? '',
      fileName: query.fileName ?? '',
      mine: query.mine === 'true',
    };
    const page = await core.call(ExceptionServiceService.listExceptions, request, context, READ_TIME);
    return { status: 200, body: page };
  },
});

export const getException = defineRoute({
  method: 'GET',
  path: `${PATH}/:id`,
  operationId: 'getException',
  tag: 'Exceptions',
  summary: 'Read an exception',
  description: `One exception. ${READERS}`,
  access: ExceptionServiceService.getException,
  params: Id,
  query: NOTHING,
  body: null,
  answers: { 200: { description: 'The exception.', schema: ExceptionResponse, example } },
  errors: ['not_found'],
  async handle({ params, context }, { core }) {
    const { exception } = await core.call(ExceptionServiceService.getException, params, context, READ_TIME);
    return { status: 200, body: exception };
  },
});
