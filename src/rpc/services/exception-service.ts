/** `flowarden.v1.ExceptionService`: requesting exceptions and deciding on them. */

import type { ExceptionState } from '../../contract/exception.ts';
import { AppError } from '../../errors.ts';
import {
  ExceptionServiceService,
  type PreviewExceptionRequest,
  type RequestExceptionRequest,
} from '../../gen/flowarden/v1/exception.ts';
import { actorOf, type Caller } from '../../service/access/caller.ts';
import { rejectionOfOwn } from '../../service/exceptions/decidable.ts';
import {
  approveException,
  type ExceptionDeps,
  readException,
  readExceptions,
  rejectException,
  requireException,
  withdrawException,
} from '../../service/exceptions/decide-exceptions.ts';
import { decideMany, type ManyDecisions } from '../../service/exceptions/decide-many.ts';
import type { ExceptionRecord } from '../../service/exceptions/exceptions-store.ts';
import { previewException } from '../../service/exceptions/preview-exception.ts';
import {
  type ExceptionTerms,
  type FindingRequest,
  type PatternRequest,
  requestException,
} from '../../service/exceptions/request-exception.ts';
import { readNarrowed, requireOwnRepository } from '../../service/teams/require-own-repository.ts';
import { toDecision, toException, toPreview } from '../convert/convert-exception.ts';
import { choiceField, pageSizeField, requiredText, textField } from '../convert/fields.ts';
import { type CallContext, defineService, type Service } from '../server/service.ts';
import { changeOf } from './change.ts';
import { deciderOf } from './exception-decider.ts';

/** Creates the service. */
export function exceptionService(deps: ExceptionDeps): Service {
  // The caller has just requested or decided it, so it cannot decide on it any more.
  const answer = (record: ExceptionRecord) => {
    const at = deps.now();
    return { exception: toException(record, at, rejectionOfOwn(record, at)) };
  };
  const depsOf = (context: CallContext) => ({ ...deps, sql: context.storingAnswer(deps.sql, answer) });
  return defineService(ExceptionServiceService, {
    requestException: {
      async handle(request, context) {
        const input = inputOf(request);
        await requireOwnSubject(deps, context.caller, input);
        return answer(await requestException(depsOf(context), changeOf(context), input, termsOf(request)));
      },
    },
    listExceptions: {
      async handle({ status, ruleId, fileName, mine, cursor, pageSize }, { caller }) {
        const filters = {
          status: choiceField<ExceptionState>(status),
          ruleId: textField(ruleId),
          fileName: textField(fileName),
          requester: mine ? actorOf(caller) : null,
        };
        const after = cursor === '' ? null : cursor;
        const paging = { cursor: after, pageSize: pageSizeField(pageSize) };
        const reader = { orgId: caller.orgId, decider: deciderOf(caller)! };
        const page = await readExceptions(deps, reader, filters, paging);
        const now = deps.now();
        return {
          exceptions: page.items.map(({ record, rejection }) => toException(record, now, rejection)),
          nextCursor: page.nextCursor ?? '',
        };
      },
    },
    getException: {
      async handle({ id }, { caller }) {
        const { record, rejection } = await readException(deps, caller.orgId, id, deciderOf(caller)!);
        return { exception: toException(record, deps.now(), rejection) };
      },
    },
    approveException: {
      async handle({ id, note }, context) {
        return answer(await approveException(depsOf(context), changeOf(context), id, textField(note)));
      },
    },
    rejectException: {
      async handle({ id, note }, context) {
        return answer(await rejectException(depsOf(context), changeOf(context), id, textField(note)));
      },
    },
    decideExceptions: {
      async handle({ ids, decision, note }, context) {
        const wanted = { ids: idsField(ids), decision: decisionField(decision), note: textField(note) };
        const results = await decideMany(deps, changeOf(context), wanted, context.signal);
        return { results: results.map((result) => toDecision(result, deps.now())) };
      },
    },
    previewException: {
      async handle(request, { caller }) {
        return toPreview(await previewException(deps, caller.orgId, inputOf(request)));
      },
    },
    revokeException: {
      async handle({ id, note }, context) {
        await readNarrowed(deps.sql, context.caller, (sql) => requireException(sql, id));
        const ownOnly = !context.caller.scopes.includes('exceptions:approve');
        return answer(
          await withdrawException(depsOf(context), changeOf(context), id, textField(note), ownOnly),
        );
      },
    },
  });
}

/** Rejects a narrowed caller whose request is not for one repository of its teams. */
async function requireOwnSubject(
  deps: ExceptionDeps,
  caller: Caller,
  input: FindingRequest | PatternRequest,
): Promise<void> {
  if (caller.teams == null) return;
  if ('ruleId' in input || input.repository !== null)
    await requireOwnRepository(deps.sql, caller, input.repository);
  if (!('ruleId' in input)) await readNarrowed(deps.sql, caller, (sql) => deps.findFinding(sql, input));
}

function inputOf(request: PreviewExceptionRequest): FindingRequest | PatternRequest {
  const repository = textField(request.repository);
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
      validationId: requiredText('validation_id', request.validationId),
      findingId: requiredText('finding_id', request.findingId),
      fileName: textField(request.fileName),
      repository,
    };
  }
  if (request.ruleId === '') {
    const message = 'Send validation_id and finding_id, or rule_id with file_name and location.';
    throw new AppError('missing_field', message, { field: 'finding_id' });
  }
  return {
    ruleId: requiredText('rule_id', request.ruleId),
    fileName: requiredText('file_name', request.fileName),
    location: requiredText('location', request.location),
    repository,
  };
}

function termsOf({ reason, expiresAt }: RequestExceptionRequest): ExceptionTerms {
  if (expiresAt === undefined) {
    const message = 'expires_at is missing. Send the time from which the findings count again.';
    throw new AppError('missing_field', message, { field: 'expires_at' });
  }
  return { reason: requiredText('reason', reason), expiresAt };
}

function idsField(ids: readonly string[]): readonly string[] {
  if (ids.length > 0) return ids;
  throw new AppError('invalid_field', 'The field ids is empty. Send the ids of exceptions.', {
    field: 'ids',
  });
}

function decisionField(value: string): ManyDecisions['decision'] {
  const decision = choiceField<ManyDecisions['decision']>(value);
  if (decision !== null) return decision;
  throw new AppError('missing_field', 'decision is missing: approve or reject.', { field: 'decision' });
}
