/** `flowarden.v1.ValidationService`: from message to use case and back. */
import { requireScope } from '../auth/caller.ts';
import { type ListValidationsRequest, ValidationServiceService } from '../gen/flowarden/v1/validation.ts';
import { LIMITS } from '../limits.ts';
import type { Logger } from '../log.ts';
import type { FeedFilters } from '../store/validation-feed.ts';
import { readFeed, readValidation, type ValidationTools, validate } from '../validations.ts';
import { toSummary, toValidationResult } from './convert.ts';
import { optionalText, pageSizeField, platformField, timeField } from './fields.ts';
import { defineService, type Service } from './service.ts';
import { decodeValidateRequest } from './validate-codec.ts';
import { readValidateRequest } from './validate-request.ts';

/** The generated definition, with the reader that does not copy files. */
const DEFINITION = {
  ...ValidationServiceService,
  validate: { ...ValidationServiceService.validate, requestDeserialize: decodeValidateRequest },
};

/** Makes the service. */
export function validationService(tools: ValidationTools, log: Logger): Service {
  const { baseUrl } = tools;
  return defineService(DEFINITION, {
    validate: {
      scopes: ['analysis:write'],
      budget: 'validate',
      async handle(request, { caller, signal, requestId }) {
        const submitter = { orgId: caller.orgId, ownerId: caller.actorId, ownerName: caller.actorName };
        const record = await validate(tools, readValidateRequest(request), submitter, signal);
        for (const { ruleId, message } of record.ruleErrors) {
          log.error({ requestId, validationId: record.id, ruleId, reason: message }, 'a rule failed');
        }
        return { validation: toValidationResult(record, baseUrl), blocked: !record.passed };
      },
    },
    getValidation: {
      scopes: ['analysis:read', 'analysis:write'],
      async handle({ validationId }, { caller }) {
        const record = await readValidation(tools, caller.orgId, validationId);
        // Who may only write reads what it wrote.
        if (record.ownerId !== caller.actorId) requireScope(caller, 'analysis:read');
        return { validation: toValidationResult(record, baseUrl) };
      },
    },
    listValidations: {
      scopes: ['analysis:read'],
      async handle(request, { caller }) {
        const cursor = request.cursor === '' ? null : request.cursor;
        const page = await readFeed(
          tools,
          caller.orgId,
          filtersOf(request),
          cursor,
          pageSizeField(request.pageSize),
        );
        return {
          validations: page.items.map((item) => toSummary(item, baseUrl)),
          nextCursor: page.nextCursor ?? '',
        };
      },
    },
  });
}

/** The filters that the request names; empty texts narrow nothing. */
function filtersOf(request: ListValidationsRequest): FeedFilters {
  const source = optionalText('source', request.source ?? '', LIMITS.sourceCharactersMax);
  const label = optionalText('label', request.label ?? '', LIMITS.labelCharactersMax);
  const branch = optionalText('branch', request.branch ?? '', LIMITS.metadataTextCharactersMax);
  const validatedAfter = timeField('validated_after', request.validatedAfter);
  const validatedBefore = timeField('validated_before', request.validatedBefore);
  return {
    ...(source !== null && { source }),
    ...(label !== null && { label }),
    ...(branch !== null && { branch }),
    ...(request.platform && { platform: platformField(request.platform) }),
    ...(request.passed !== undefined && { passed: request.passed }),
    ...(validatedAfter && { validatedAfter }),
    ...(validatedBefore && { validatedBefore }),
  };
}
