/** GET /api/v1/audit-log: management actions and their actors. */
import { z } from 'zod';
import { AUDIT_ACTIONS, AUDIT_TARGET_KINDS } from '../../../src/contract/audit.ts';
import { FIELD_LIMITS } from '../../../src/gen/contract/field-limits.ts';
import { AuditServiceService } from '../../../src/gen/flowarden/v1/audit.ts';
import { READ_TIME } from '../../core/client.ts';
import {
  EXPORT_FORMAT,
  EXPORT_HEADERS,
  EXPORT_TYPES,
  exportAnswer,
  exportFormat,
} from '../../endpoint/export.ts';
import { choiceField, dateOf, textField, timeField } from '../../endpoint/fields.ts';
import { PAGING, type PageRequest, pageRequest } from '../../endpoint/paging.ts';
import { defineRoute, NOTHING } from '../../endpoint/route.ts';

export const auditLog = defineRoute({
  method: 'GET',
  path: '/api/v1/audit-log',
  operationId: 'listAuditLog',
  tag: 'Organisation',
  summary: 'Read the audit log',
  description:
    'A page of what was managed in the organisation, newest first. Scope `audit:read`, which `org:admin` includes.',
  access: AuditServiceService.listAuditEntries,
  params: NOTHING,
  query: z.strictObject({
    ...PAGING,
    action: choiceField(AUDIT_ACTIONS, 'Only this action.').optional(),
    actorId: textField(
      FIELD_LIMITS['AddMemberRequest.subject'].maxLength,
      'Only what this actor did.',
    ).optional(),
    targetKind: choiceField(AUDIT_TARGET_KINDS, 'Only what was done to this kind of thing.').optional(),
    targetId: textField(
      FIELD_LIMITS['AddMemberRequest.subject'].maxLength,
      'Only what was done to the thing with this id.',
    ).optional(),
    since: timeField('Only what was done at this time or later.').optional(),
    until: timeField('Only what was done before this time.').optional(),
    ...EXPORT_FORMAT,
  }),
  body: null,
  otherTypes: EXPORT_TYPES,
  answers: {
    200: {
      description: 'A page.',
      message: 'flowarden.v1.ListAuditEntriesResponse',
      headers: EXPORT_HEADERS,
    },
  },
  errors: ['invalid_cursor', 'query_timeout'],
  async handle({ query, context, wantedType }, { core }) {
    const { action = '', actorId = '', targetKind = '', targetId = '', since, until } = query;
    const filters = { action, actorId, targetKind, targetId, since: dateOf(since), until: dateOf(until) };
    const read = (paging: PageRequest) =>
      core.call(AuditServiceService.listAuditEntries, { ...paging, ...filters }, context, READ_TIME);
    const format = exportFormat(query.format, wantedType);
    if (format !== null) return exportAnswer(format, 'audit-log', query, read);
    return { status: 200, body: await read(pageRequest(query)) };
  },
});

export const auditVerification = defineRoute({
  method: 'GET',
  path: '/api/v1/audit-log/verification',
  operationId: 'verifyAuditLog',
  tag: 'Organisation',
  summary: 'Verify the audit log',
  description:
    'Checks by its chain of hashes that no entry was changed or taken away, 20,000 entries at a time. Scope `audit:read`, which `org:admin` includes.',
  access: AuditServiceService.verifyAuditLog,
  params: NOTHING,
  query: z.strictObject({ cursor: PAGING.cursor }),
  body: null,
  answers: {
    200: {
      description: 'The result.',
      message: 'flowarden.rest.v1.AuditVerificationResponse',
    },
  },
  errors: ['invalid_cursor', 'query_timeout'],
  async handle({ query, context }, { core }) {
    const { cursor = '' } = query;
    const verification = await core.call(AuditServiceService.verifyAuditLog, { cursor }, context, READ_TIME);
    return { status: 200, body: { verification, isComplete: verification.nextCursor === '' } };
  },
});
