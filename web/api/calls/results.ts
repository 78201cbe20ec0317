/** Calls of one result and its findings. */
import type { z } from 'zod';
import type {
  ChecksResponse,
  FindingResponse,
  ResultFinding as ResultFindingSchema,
  ResultFindingsResponse,
} from '../../../gateway/routes/findings/finding-schema.ts';
import type { ValidationRunResponse } from '../../../gateway/routes/validations/run-schema.ts';
import type { ValidationListResponse } from '../../../gateway/routes/validations/validation-list-schema.ts';
import type { ValidateResponse } from '../../../gateway/routes/validations/validation-schema.ts';
import type { QueryValues } from '../../routing/paths.ts';
import { defineCall } from '../define-call.ts';

export type Result = z.output<typeof ValidateResponse>;
export type Run = z.output<typeof ValidationRunResponse>;
export type ResultFinding = z.output<typeof ResultFindingSchema>;
export type FindingsPage = z.output<typeof ResultFindingsResponse>;
export type FindingDetails = z.output<typeof FindingResponse>;
export type Checks = z.output<typeof ChecksResponse>;

type OfResult = { readonly params: { readonly validationId: string } };

/** Answers with the result, or with how far the run is. */
export const getResult = defineCall<Result | Run, OfResult & { query: { findings: 'none' } }>(
  'GET',
  '/api/v1/results/{validationId}',
);
export const cancelRun = defineCall<null, OfResult>('DELETE', '/api/v1/results/{validationId}');
export const listResultFindings = defineCall<FindingsPage, OfResult & { query: QueryValues }>(
  'GET',
  '/api/v1/results/{validationId}/findings',
);
export const getFinding = defineCall<FindingDetails, { params: { validationId: string; findingId: string } }>(
  'GET',
  '/api/v1/results/{validationId}/findings/{findingId}',
);
/** Runs of the organisation, newest first. */
export const listRuns = defineCall<z.output<typeof ValidationListResponse>, { readonly query: QueryValues }>(
  'GET',
  '/api/v1/validations',
);
export const getChecks = defineCall<Checks, OfResult>('GET', '/api/v1/results/{validationId}/checks');
