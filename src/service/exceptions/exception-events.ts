/** Events of requests of exceptions and of decisions on them. */
import type { DecidedExceptionEvent, RequestedExceptionEvent } from '../../contract/event.ts';
import type { DecidedExceptionData, RequestedExceptionData } from '../../contract/events/exception-data.ts';
import { uuidV7 } from '../../infra/database/uuid-v7.ts';
import type { ExceptionRecord } from './exceptions-store.ts';

/** Builds the event of a request. */
export function exceptionRequested(record: ExceptionRecord, baseUrl: string): RequestedExceptionEvent {
  return {
    id: uuidV7(record.requestedAt),
    orgId: record.orgId,
    kind: 'exception.requested',
    occurredAt: record.requestedAt,
    data: { ...requestData(record), reportUrl: exceptionUrl(baseUrl, record.id) },
    chat: null,
  };
}

/** Builds the event of an approval, rejection or revocation. */
export function exceptionDecided(
  record: ExceptionRecord,
  { name, note, at }: { readonly name: string; readonly note: string | null; readonly at: Date },
  baseUrl: string,
): DecidedExceptionEvent {
  return {
    id: uuidV7(at),
    orgId: record.orgId,
    kind: 'exception.decided',
    occurredAt: at,
    data: {
      ...requestData(record),
      decision: record.decision as DecidedExceptionData['decision'],
      decidedByName: name,
      note,
      reportUrl: exceptionUrl(baseUrl, record.id),
    },
    chat: null,
  };
}

/** Returns the address of an exception's page. */
export function exceptionUrl(baseUrl: string, id: string): string {
  return `${baseUrl}/exceptions/${id}`;
}

function requestData(record: ExceptionRecord): Omit<RequestedExceptionData, 'reportUrl'> {
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
