/** `flowarden.v1.ExceptionService`: requesting exceptions and deciding on them. */

import { EXCEPTION_STATES, exceptionState } from '../../contract/exception.ts';
import { CONTRACT_LIMITS } from '../../contract/limits.ts';
import { AppError } from '../../errors.ts';
import {
  type Exception,
  ExceptionServiceService,
  type RequestExceptionRequest,
} from '../../gen/flowarden/v1/exception.ts';
import {
  approveException,
  type ExceptionDeps,
  readException,
  readExceptions,
  rejectException,
  withdrawException,
} from '../../service/exceptions/decide-exceptions.ts';
import type { ExceptionRecord } from '../../service/exceptions/exceptions-store.ts';
import {
  type ExceptionTerms,
  type FindingRequest,
  type PatternRequest,
  requestException,
} from '../../service/exceptions/request-exception.ts';
import { optionalChoice, optionalText, pageSizeField, requiredText, timeField } from '../convert/fields.ts';
import { type CallContext, defineService, type Service } from '../server/service.ts';
import { changeOf } from './change.ts';
import { EXCEPTION_READERS } from './exception-readers.ts';

const PATTERN_MAX = CONTRACT_LIMITS.exceptionPatternCharactersMax;

/** Creates the service. */
export function exceptionService(deps: ExceptionDeps): Service {
  const answer = (record: ExceptionRecord) => ({ exception: toMessage(record, deps.now()) });
  const depsOf = (context: CallContext) => ({ ...deps, sql: context.storingAnswer(deps.sql, answer) });
  return defineService(ExceptionServiceService, {
    requestException: {
      scopes: ['exceptions:request'],
      feature: 'exceptions',
      async handle(request, context) {
        return answer(
          await requestException(depsOf(context), changeOf(context), inputOf(request), termsOf(request)),
        );
      },
    },
    listExceptions: {
      scopes: EXCEPTION_READERS,
      async handle({ status, ruleId, fileName, cursor, pageSize }, { caller }) {
        const filters = {
          status: optionalChoice('status', status, EXCEPTION_STATES),
          ruleId: optionalText('rule_id', ruleId, CONTRACT_LIMITS.idCharactersMax),
          fileName: optionalText('file_name', fileName, PATTERN_MAX),
        };
        const after = cursor === '' ? null : cursor;
        const page = await readExceptions(deps, caller.orgId, filters, after, pageSizeField(pageSize));
        const now = deps.now();
        return {
          exceptions: page.items.map((record) => toMessage(record, now)),
          nextCursor: page.nextCursor ?? '',
        };
      },
    },
    getException: {
      scopes: EXCEPTION_READERS,
      async handle({ id }, { caller }) {
        return answer(await readException(deps, caller.orgId, id));
      },
    },
    approveException: {
      scopes: ['exceptions:approve'],
      needsFreshSignIn: true,
      async handle({ id, note }, context) {
        return answer(await approveException(depsOf(context), changeOf(context), id, noteField(note)));
      },
    },
    rejectException: {
      scopes: ['exceptions:approve'],
      needsFreshSignIn: true,
      async handle({ id, note }, context) {
        return answer(await rejectException(depsOf(context), changeOf(context), id, noteField(note)));
      },
    },
    revokeException: {
      scopes: ['exceptions:approve', 'exceptions:request'],
      async handle({ id, note }, context) {
        const ownOnly = !context.caller.scopes.includes('exceptions:approve');
        return answer(
          await withdrawException(depsOf(context), changeOf(context), id, noteField(note), ownOnly),
        );
      },
    },
  });
}

function inputOf(request: RequestExceptionRequest): FindingRequest | PatternRequest {
  const repository = optionalText(
    'repository',
    request.repository,
    CONTRACT_LIMITS.metadataTextCharactersMax,
  );
  if (request.validationId !== '' || request.findingId !== '') {
    for (const [field, value] of [
      ['rule_id', request.ruleId],
      ['location', request.location],
    ] as const) {
      if (value === '') continue;
      const message = `${field} was sent together with finding_id, which already determines it. Send only one of them.`;
      throw new AppError('invalid_field', message, { field });
    }
    return {
      validationId: requiredText('validation_id', request.validationId, CONTRACT_LIMITS.idCharactersMax),
      findingId: requiredText('finding_id', request.findingId, CONTRACT_LIMITS.idCharactersMax),
      fileName: optionalText('file_name', request.fileName, PATTERN_MAX),
      repository,
    };
  }
  if (request.ruleId === '') {
    const message = 'Send validation_id and finding_id, or rule_id with file_name and location.';
    throw new AppError('missing_field', message, { field: 'finding_id' });
  }
  return {
    ruleId: requiredText('rule_id', request.ruleId, CONTRACT_LIMITS.idCharactersMax),
    fileName: requiredText('file_name', request.fileName, PATTERN_MAX),
    location: requiredText('location', request.location, PATTERN_MAX),
    repository,
  };
}

function termsOf({ reason, expiresAt }: RequestExceptionRequest): ExceptionTerms {
  const end = timeField('expires_at', expiresAt);
  if (end === undefined) {
    const message = 'expires_at is missing. Send the time from which the findings count again.';
    throw new AppError('missing_field', message, { field: 'expires_at' });
  }
  return {
    reason: requiredText('reason', reason, CONTRACT_LIMITS.exceptionTextCharactersMax),
    expiresAt: end,
  };
}

function noteField(note: string): string | null {
  return optionalText('note', note, CONTRACT_LIMITS.exceptionTextCharactersMax);
}

function toMessage(record: ExceptionRecord, now: Date): Exception {
  return {
    id: record.id,
    status: exceptionState(record, now),
    ruleId: record.ruleId,
    fileName: record.fileName,
    location: record.location,
    repository: record.repository ?? undefined,
    severity: record.severity,
    reason: record.reason,
    expiresAt: record.expiresAt,
    validationId: record.validationId ?? undefined,
    findingId: record.findingId ?? undefined,
    requestedAt: record.requestedAt,
    requestedById: record.requestedById,
    requestedBy: record.requestedByName,
    requestedByEmail: record.requestedByEmail ?? undefined,
    decidedAt: record.decidedAt ?? undefined,
    decidedById: record.decidedById ?? undefined,
    decidedBy: record.decidedByName ?? undefined,
    decisionNote: record.decisionNote ?? undefined,
    revokedAt: record.revokedAt ?? undefined,
    revokedById: record.revokedById ?? undefined,
    revokedBy: record.revokedByName ?? undefined,
    revocationNote: record.revocationNote ?? undefined,
    announcedAt: record.announcedAt ?? undefined,
    placeCount: record.placeCount ?? undefined,
  };
}
