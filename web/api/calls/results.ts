/** Calls of one result and its findings. */
import type {
  ChecksResponse,
  FindingResponse,
  ResultFinding as ResultFindingSchema,
  ResultFindingsResponse,
  ValidateResponse,
  ValidationListResponse,
  ValidationRunResponse,
} from '../../../src/gen/contract/answers.ts';
import type { QueryValues } from '../../routing/paths.ts';
import { type Call, defineCall } from '../define-call.ts';

/** Result with what comes in headers, as the members of the body are closed. */
export type Result = ValidateResponse & {
  /** The gate's own count. */
  readonly wouldBlock: number;
  readonly metadataIgnored: readonly string[];
};
export type Run = ValidationRunResponse;
export type ResultFinding = ResultFindingSchema;
export type FindingsPage = ResultFindingsResponse;
export type FindingDetails = FindingResponse;
export type Checks = ChecksResponse;

type OfResult = { readonly params: { readonly validationId: string } };

/** Returns the members of the submitted metadata that were not understood. */
export function ignoredIn(headers: Headers): readonly string[] {
  const text = headers.get('X-Service-Metadata-Ignored');
  return text === null ? [] : text.split(', ').map(decodeURIComponent);
}

const resultCall = defineCall<ValidateResponse | Run, OfResult & { query: { findings: 'none' } }>(
  'GET',
  '/api/v1/results/{validationId}',
);
/** Answers with the result, or with how far the run is. */
export const getResult: Call<Result | Run, OfResult & { query: { findings: 'none' } }> = {
  ...resultCall,
  async send(input, signal) {
    const { body, headers } = await resultCall.receive(input, signal);
    if (!('score' in body)) return body;
    const wouldBlock = Number(headers.get('X-Service-Would-Block'));
    return { ...body, wouldBlock, metadataIgnored: ignoredIn(headers) };
  },
};
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
export const listRuns = defineCall<ValidationListResponse, { readonly query: QueryValues }>(
  'GET',
  '/api/v1/validations',
);
export const getChecks = defineCall<Checks, OfResult>('GET', '/api/v1/results/{validationId}/checks');
