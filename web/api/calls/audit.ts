/** Calls of the audit log. */
import type {
  AuditEntryItem,
  AuditLogResponse,
  AuditVerificationResponse,
} from '../../../src/gen/contract/answers.ts';
import type { QueryValues } from '../../routing/paths.ts';
import { type Call, type CallInput, defineCall } from '../define-call.ts';

export type AuditEntry = AuditEntryItem;
export type AuditPage = AuditLogResponse;
type Verification = AuditVerificationResponse;

type Queried = { readonly query: QueryValues };

export const listAuditLog = defineCall<AuditPage, Queried>('GET', '/api/v1/audit-log');

const verifyPart = defineCall<Verification, Queried>('GET', '/api/v1/audit-log/verification');

/** Verifies the log part by part, until its end or a problem. */
export const verifyWholeAuditLog: Call<Verification, CallInput> = {
  method: verifyPart.method,
  path: verifyPart.path,
  async send(_input, signal) {
    let part = await verifyPart.send({ query: {} }, signal);
    while (part.nextCursor && part.problem === null)
      part = await verifyPart.send({ query: { cursor: part.nextCursor } }, signal);
    return part;
  },
};
