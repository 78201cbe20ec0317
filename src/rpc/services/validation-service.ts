/** `flowarden.v1.ValidationService`: from message to use case and back. */

import { CONTRACT_LIMITS } from '../../contract/limits.ts';
import {
  SubmitValidationRequest,
  ValidateRequest,
  ValidationServiceService,
} from '../../gen/flowarden/v1/validation.ts';
import { withOrigin } from '../../infra/database/request-origin.ts';
import type { Caller } from '../../service/access/caller.ts';
import { readNarrowed, requireOwnRepository } from '../../service/teams/require-own-repository.ts';
import {
  type AsyncValidationDeps,
  cancelValidation,
  endError,
  type ReadRun,
  readRun,
  requireRun,
  watchRun,
} from '../../service/validations/async-validations.ts';
import { submitValidation, uploadValidation } from '../../service/validations/submit-validation.ts';
import type { ValidationRecord } from '../../service/validations/validation-record.ts';
import type { RunState } from '../../service/validations/validation-runs-store.ts';
import { readFeed, validate } from '../../service/validations/validations.ts';
import { toSummary, toValidationResult } from '../convert/convert-result.ts';
import { toValidationRun } from '../convert/convert-run.ts';
import { encodedGetValidation, encodeLarge } from '../convert/encode-result.ts';
import { pageSizeField } from '../convert/fields.ts';
import { feedFilters } from '../convert/list-filters.ts';
import { readUpload } from '../convert/read-upload.ts';
import { decodeUploadValidationRequest, decodeWithFile } from '../convert/validate-codec.ts';
import { readAsyncSubmission, readValidateRequest } from '../convert/validate-request.ts';
import { waitMsOf } from '../convert/wait.ts';
import { RPC_LIMITS } from '../limits.ts';
import { defineService, type Service } from '../server/service.ts';
import { readableDiff, requireReader, submitterOf } from './result-readers.ts';
import type { LogRuleErrors } from './rule-errors.ts';

/** Generated definition with decoders that do not copy files, and answers that may already be encoded. */
const DEFINITION = {
  ...ValidationServiceService,
  validate: {
    ...ValidationServiceService.validate,
    requestDeserialize: (bytes: Buffer) => decodeWithFile(ValidateRequest, bytes),
  },
  submitValidation: {
    ...ValidationServiceService.submitValidation,
    requestDeserialize: (bytes: Buffer) => decodeWithFile(SubmitValidationRequest, bytes),
  },
  uploadValidation: {
    ...ValidationServiceService.uploadValidation,
    requestDeserialize: decodeUploadValidationRequest,
  },
  getValidation: encodedGetValidation,
};

/** Creates the service. */
export function validationService(deps: AsyncValidationDeps, logRuleErrors: LogRuleErrors): Service {
  const { baseUrl } = deps;
  const message = (record: ValidationRecord, caller: Caller) =>
    toValidationResult({ ...record, diff: readableDiff(record.diff, caller) }, deps);
  const runAnswer = ({ state, record }: ReadRun, caller: Caller) => {
    if (state.status === 'failed' || state.status === 'canceled') throw endError(state);
    return {
      validation: record === null ? undefined : message(record, caller),
      run: toValidationRun(state, baseUrl),
    };
  };
  const resultFor = (caller: Caller) => (record: ValidationRecord) => ({
    validation: message(record, caller),
    blocked: !record.passed,
  });
  const queued = (state: RunState) => ({ run: toValidationRun(state, baseUrl) });
  return defineService(DEFINITION, {
    validate: {
      async handle(request, { caller, signal, requestId, storingAnswer }) {
        const submission = readValidateRequest(request, CONTRACT_LIMITS.fileBytesSyncMax, caller);
        await requireOwnRepository(deps.sql, caller, submission.pipeline.repository);
        const result = resultFor(caller);
        const sql = storingAnswer(deps.sql, result);
        const record = await validate(deps, submission, submitterOf(caller), signal, sql);
        logRuleErrors(requestId, record);
        return result(record);
      },
    },
    submitValidation: {
      async handle(request, { caller, signal, requestId, storingAnswer }) {
        const { file } = request;
        const submission = readAsyncSubmission(request, file.byteLength, caller);
        await requireOwnRepository(deps.sql, caller, submission.pipeline.repository);
        const call = { submitter: submitterOf(caller), signal };
        const sql = withOrigin(storingAnswer(deps.sql, queued), { requestId });
        return queued(await submitValidation(deps, file, submission, call, sql));
      },
    },
    uploadValidation: {
      callMsDefault: CONTRACT_LIMITS.uploadMsMax + CONTRACT_LIMITS.engineRunMsMax,
      async handle(requests, { caller, signal, requestId, once }) {
        const { content, submission } = readUpload(requests, (request) => request);
        const call = { submitter: submitterOf(caller), signal };
        return uploadValidation(deps, content, call, ({ bytes, sha256 }, queue) =>
          once({ submission: submission(), sha256 }, async ({ storingAnswer }) => {
            const wanted = readAsyncSubmission(submission(), bytes, caller);
            await requireOwnRepository(deps.sql, caller, wanted.pipeline.repository);
            return queued(await queue(wanted, withOrigin(storingAnswer(deps.sql, queued), { requestId })));
          }),
        );
      },
    },
    cancelValidation: {
      async handle({ validationId }, { caller }) {
        await readNarrowed(deps.sql, caller, (transaction) => requireRun(transaction, validationId));
        await cancelValidation(deps, caller.orgId, validationId, (state) => requireReader(caller, state));
        return {};
      },
    },
    getValidation: {
      async handle({ validationId, waitSeconds, withoutFindings }, call) {
        const { caller } = call;
        const waitMs = waitMsOf(waitSeconds, call.deadline);
        const read = { signal: call.signal, onEnd: call.onEnd, withoutFindings: withoutFindings === true };
        const found = await readRun(deps, caller.orgId, validationId, waitMs, read, (state) =>
          requireReader(caller, state),
        );
        return encodeLarge(runAnswer(found, caller));
      },
    },
    watchValidation: {
      callMsDefault: RPC_LIMITS.streamMsDefault,
      async *handle({ validationId }, call) {
        const { caller } = call;
        const mayRead = (state: RunState) => requireReader(caller, state);
        for await (const found of watchRun(deps, caller.orgId, validationId, call, mayRead))
          yield runAnswer(found, caller);
      },
    },
    listValidations: {
      async handle(request, { caller }) {
        const cursor = request.cursor === '' ? null : request.cursor;
        const page = await readFeed(
          deps,
          caller.orgId,
          feedFilters(request),
          cursor,
          pageSizeField(request.pageSize),
        );
        return {
          validations: page.items.map((item) => toSummary(item, deps)),
          nextCursor: page.nextCursor ?? '',
        };
      },
    },
  });
}
