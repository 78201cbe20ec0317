/** Error codes of an endpoint: its own, and those implied by its access, body and query. */
import type { ErrorCode } from '../../src/errors.ts';
import { namesOf } from '../endpoint/fields.ts';
import { isForPeople, needsCaller, type Route } from '../endpoint/route.ts';
import { takesIdempotencyKey } from '../request/idempotency.ts';

/** Returns all codes of an endpoint without duplicates. */
export function errorsOf(route: Route): readonly ErrorCode[] {
  const hasQuery = namesOf(route.query).length > 0;
  return [
    ...new Set([
      ...ALWAYS,
      ...(hasQuery ? FIELDS : []),
      ...(needsCaller(route) ? [...CREDENTIAL, ...(isForPeople(route) ? [] : CALLER)] : []),
      ...(route.signIn === 'perform' ? SIGN_IN : []),
      ...(route.access === 'open' ? [] : CORE),
      ...(takesIdempotencyKey(route) ? KEYED : []),
      ...(route.body === null ? [] : bodyErrors(route.body)),
      ...route.errors,
    ]),
  ];
}

function bodyErrors(body: NonNullable<Route['body']>): readonly ErrorCode[] {
  if (body.kind === 'json') return [...FIELDS, ...BODY, 'missing_field', 'upload_too_slow'];
  return [...FIELDS, ...BODY, ...FORM, 'missing_field', body.tooSlowCode ?? 'upload_too_slow'];
}

const ALWAYS = ['invalid_request', 'invalid_field', 'unexpected_field', 'internal_error'] as const;
const FIELDS = ['conflicting_fields'] as const;
const CREDENTIAL = [
  'authentication_required',
  'invalid_credentials',
  'credentials_expired',
  'ambiguous_credentials',
  'cross_site_request',
] as const satisfies readonly ErrorCode[];
const SIGN_IN = [
  'ambiguous_credentials',
  'cross_site_request',
  'insecure_origin',
  'cookie_rejected',
] as const satisfies readonly ErrorCode[];
const CALLER = [
  'missing_org_id',
  'invalid_org_id',
  'org_access_denied',
  'insufficient_scope',
  'team_access_denied',
  'org_suspended',
  'identity_provider_unavailable',
] as const satisfies readonly ErrorCode[];
const CORE = [
  'rate_limited',
  'concurrency_limited',
  'engine_unavailable',
  'database_unavailable',
  'shutting_down',
] as const satisfies readonly ErrorCode[];
const KEYED = [
  'invalid_idempotency_key',
  'idempotency_in_progress',
  'idempotency_key_reused',
] as const satisfies readonly ErrorCode[];
const BODY = [
  'unsupported_content_type',
  'upload_incomplete',
  'request_too_large',
] as const satisfies readonly ErrorCode[];
const FORM = [
  'missing_file',
  'empty_file',
  'too_many_files',
  'malformed_multipart',
  'file_too_large',
] as const satisfies readonly ErrorCode[];
