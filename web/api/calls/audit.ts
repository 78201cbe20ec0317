/** Calls of the audit log. */
import type { z } from 'zod';
import type { AuditEntryItem, AuditLogResponse } from '../../../gateway/routes/organisation/audit-schema.ts';
import type { QueryValues } from '../../routing/paths.ts';
import { defineCall } from '../define-call.ts';

export type AuditEntry = z.output<typeof AuditEntryItem>;
export type AuditPage = z.output<typeof AuditLogResponse>;

export const listAuditLog = defineCall<AuditPage, { readonly query: QueryValues }>(
  'GET',
  '/api/v1/audit-log',
);
