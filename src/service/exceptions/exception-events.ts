/** Events of requests of exceptions and of decisions on them. */
import type {
  DecidedExceptionData,
  DecidedExceptionEvent,
  RequestedExceptionData,
  RequestedExceptionEvent,
} from '../../contract/event.ts';
import { uuidV7 } from '../../infra/database/uuid-v7.ts';
import type { ExceptionRecord } from './exceptions-store.ts';

/** Builds the event of a request. */
export function exceptionRequested(record: ExceptionRecord): RequestedExceptionEvent {
  return {
    id: uuidV7(record.requestedAt),
    orgId: record.orgId,
    kind: 'exception.requested',
    occurredAt: record.requestedAt,
    data: requestData(record),
    chat: null,
  };
}

/** Builds the event of an approval, rejection or revocation. */
export function exceptionDecided(
  record: ExceptionRecord,
  decidedByName: string,
  note: string | null,
  at: Date,
): DecidedExceptionEvent {
  return {
    id: uuidV7(at),
    orgId: record.orgId,
    kind: 'exception.decided',
    occurredAt: at,
    data: {
      ...requestData(record),
      decision: record.decision as DecidedExceptionData['decision'],
      decidedByName,
      note,
    },
    chat: null,
  };
}

function requestData(record: ExceptionRecord): RequestedExceptionData {
  const { id, ruleId, severity, fileName, location, repository, reason, expiresAt } = record;
  return {
    exceptionId: id,
    ruleId,
    severity,
    fileName,
    location,
    repository,
    reason,
    expiresAt: expiresAt.toISOString(),
    requestedByName: record.requestedByName,
    requestedByEmail: record.requestedByEmail,
  };
}
