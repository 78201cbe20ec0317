/**
 * Every error the product can answer with: one closed table and the one class that holds an entry of it.
 *
 * `code` is stable for ever (REST writes it lower_snake, gRPC as `ErrorInfo.reason` in UPPER_SNAKE). Messages may
 * change; they state the numbers, say what to do and never hold a secret. HTTP status, OpenAPI and the public
 * error page are made from this table.
 */

import { showControlCharacters } from './text/control-characters.ts';
import { breakLogCommands } from './text/log-commands.ts';

/** The names of gRPC status codes that the table uses. */
export type GrpcStatus =
  | 'INVALID_ARGUMENT'
  | 'UNAUTHENTICATED'
  | 'FAILED_PRECONDITION'
  | 'PERMISSION_DENIED'
  | 'NOT_FOUND'
  | 'UNIMPLEMENTED'
  | 'DEADLINE_EXCEEDED'
  | 'ABORTED'
  | 'ALREADY_EXISTS'
  | 'RESOURCE_EXHAUSTED'
  | 'INTERNAL'
  | 'UNAVAILABLE';

interface ErrorEntry {
  /** HTTP status of the REST answer. */
  readonly http: number;
  readonly grpc: GrpcStatus;
  /** Explanation and remedy, for the public error page. One or two sentences. */
  readonly help: string;
}

const bad = (help: string): ErrorEntry => ({ http: 400, grpc: 'INVALID_ARGUMENT', help });

const missing = (help: string): ErrorEntry => ({ http: 404, grpc: 'NOT_FOUND', help });

const denied = (help: string): ErrorEntry => ({ http: 403, grpc: 'PERMISSION_DENIED', help });

const broken = (help: string): ErrorEntry => ({ http: 500, grpc: 'INTERNAL', help });

const away = (help: string): ErrorEntry => ({ http: 503, grpc: 'UNAVAILABLE', help });

/** Code → HTTP status, gRPC status, public explanation. Append only. */
export const ERRORS = {
  invalid_request: bad('The request could not be understood. Compare it with the API reference.'),
  missing_field: bad('A required field is absent. Add the field that the message names.'),
  invalid_field: bad(
    'A field has a value that is not allowed. The message names the field and the allowed values.',
  ),
  conflicting_fields: bad('The same field was sent in two spellings with different values. Send it once.'),
  unexpected_field: bad('The request has a field that this endpoint does not know. Remove it.'),
  missing_file: bad('The multipart form has no file part. Send the workflow as the form field `file`.'),
  empty_file: bad('The uploaded file has no bytes. Check the path after `file=@`.'),
  too_many_files: bad(
    'More than one file was sent. Send one file, or a project archive to the project endpoint.',
  ),
  malformed_multipart: bad(
    'The multipart body is broken. Let your HTTP client build it and set the boundary.',
  ),
  unsupported_content_type: bad(
    'The body must be multipart/form-data for uploads and application/json otherwise.',
  ),
  upload_incomplete: bad('The connection ended before the whole body had arrived. Send it again.'),
  upload_too_slow: bad('The body arrived too slowly. Check the network and send it again.'),
  unknown_platform: bad('The platform identifier is not known. The message lists the known ones.'),
  platform_mismatch: bad(
    'The file plainly belongs to another platform than the one named in the request. Name the one that the message names.',
  ),
  unsupported_file_type: bad(
    'The file is not a workflow of a supported platform. Send the workflow itself, or the export or package that holds it.',
  ),
  unparsable_file: bad(
    'The file is damaged: it is not well-formed XML or JSON. The message says where. Save or export it again.',
  ),
  structure_limit_exceeded: bad(
    'The file is nested too deeply or has too many parts. The message names the limit. Split the workflow.',
  ),
  archive_unsafe: bad(
    'The archive holds entries that cannot be unpacked safely. Pack it again with plain files in plain folders.',
  ),
  invalid_enforcement_mode: bad('enforcement_mode must be advisory, warning or blocking.'),
  unknown_ruleset: bad('The ruleset does not exist. The message lists the known ones.'),
  unknown_policy_pack: bad(
    'The policy pack does not exist in this organisation. Check its name, or leave the field out.',
  ),
  policy_fixed: bad('The policy in force does not allow this choice. The message lists the allowed values.'),
  policy_pack_invalid: bad('The policy pack is damaged or not trusted. The message has the next step.'),
  unknown_environment: bad('The environment is not defined. The message lists the known ones.'),
  invalid_metadata: bad('The metadata field must be a JSON object.'),
  metadata_too_large: bad('The metadata field may have at most 4,096 bytes of UTF-8.'),
  missing_org_id: bad('Send the organisation in the header X-Org-Id.'),
  invalid_org_id: bad('X-Org-Id must be a UUID.'),
  ambiguous_credentials: bad('Send exactly one Authorization value: a bearer token or an API key.'),
  invalid_time_range: bad(
    'The end of the time range must be after its beginning, and within the limit in the message.',
  ),
  invalid_cursor: bad('This service did not issue the page cursor. Start again without it.'),
  invalid_idempotency_key: bad('The Idempotency-Key must be 1 to 255 visible ASCII characters.'),
  invalid_webhook_url: bad('The webhook address is not a valid URL. Send one as https://example.com/hook.'),
  webhook_url_not_allowed: bad(
    'The webhook address must be public and use https. The operator can allow private networks.',
  ),
  invalid_share_token: bad('The share token is malformed. Copy it again from the report link.'),
  invalid_email: bad('The e-mail address is not valid. Send one as ada@example.com.'),
  captcha_failed: bad('The human verification failed. Try it again.'),
  authentication_required: {
    http: 401,
    grpc: 'UNAUTHENTICATED',
    help: 'Send `Authorization: ApiKey <key>` or `Authorization: Bearer <token>`.',
  },
  invalid_credentials: {
    http: 401,
    grpc: 'UNAUTHENTICATED',
    help: 'The API key or token is not valid. Create a new one or check for cut characters.',
  },
  credentials_expired: {
    http: 401,
    grpc: 'UNAUTHENTICATED',
    help: 'The API key or token has expired. Rotate the key or sign in again.',
  },
  plan_limit_reached: {
    http: 402,
    grpc: 'FAILED_PRECONDITION',
    help: 'The monthly validations of the plan are used up. Upgrade the plan or wait for the next month.',
  },
  payment_past_due: {
    http: 402,
    grpc: 'FAILED_PRECONDITION',
    help: 'A payment is past due. Settle it to continue.',
  },
  plan_feature_required: {
    http: 402,
    grpc: 'FAILED_PRECONDITION',
    help: 'The plan does not include this feature. Upgrade the plan.',
  },
  org_access_denied: denied(
    'The credential does not belong to the organisation in X-Org-Id. Send the id of the organisation that it belongs to. If a claim of a token is missing or unknown, the message names it.',
  ),
  insufficient_scope: denied('The credential lacks the scope that the message names. Create a key with it.'),
  team_access_denied: denied('This is not of your teams alone. Name a repository that one of them owns.'),
  org_suspended: denied('The organisation is suspended. Contact the operator of the service.'),
  not_found: missing(
    'Nothing with this identifier exists in the organisation. Check it, and X-Org-Id; results are deleted when their time is over.',
  ),
  scan_not_found: missing('No free-scan report has this token, or it has expired. Scan the file again.'),
  outline_not_found: missing(
    'The result has no picture of this workflow: the installation or the organisation stores no outlines (`keepOutlines`), the run is older than pictures are, or the file has no workflow at this position. The list of findings has the same content.',
  ),
  call_graph_not_found: missing('The project has no call graph yet, or its run is too old for one.'),
  route_not_found: missing('No endpoint has this path. See the API reference.'),
  method_not_allowed: {
    http: 405,
    grpc: 'UNIMPLEMENTED',
    help: 'The path exists but not with this method. The Allow header lists the methods.',
  },
  scan_timeout: {
    http: 408,
    grpc: 'DEADLINE_EXCEEDED',
    help: 'The free scan took too long. Try a smaller file.',
  },
  upload_timeout: { http: 408, grpc: 'DEADLINE_EXCEEDED', help: 'The upload took too long. Try it again.' },
  idempotency_in_progress: {
    http: 409,
    grpc: 'ABORTED',
    help: 'A request with this Idempotency-Key is still running. Wait for its answer.',
  },
  idempotency_key_reused: {
    http: 409,
    grpc: 'ALREADY_EXISTS',
    help: 'This Idempotency-Key was used with other content. Use a new key.',
  },
  state_conflict: {
    http: 409,
    grpc: 'ABORTED',
    help: 'The resource is in a state that does not allow this. Read it again: the message names the conflict.',
  },
  webhook_limit_reached: {
    http: 409,
    grpc: 'ALREADY_EXISTS',
    help: 'The organisation has the largest number of webhooks. Delete one first.',
  },
  etag_mismatch: {
    http: 412,
    grpc: 'ABORTED',
    help: 'The resource has changed since it was read. Read it again.',
  },
  file_too_large: {
    http: 413,
    grpc: 'RESOURCE_EXHAUSTED',
    help: 'The file is larger than the limit for this endpoint. Use the asynchronous or project endpoint.',
  },
  request_too_large: {
    http: 413,
    grpc: 'RESOURCE_EXHAUSTED',
    help: 'The request body is larger than the limit. Send less: the message names the limit.',
  },
  archive_too_large: {
    http: 413,
    grpc: 'RESOURCE_EXHAUSTED',
    help: 'The archive, its unpacked size or its number of entries is over the limit that the message names. Send it in parts.',
  },
  rate_limited: {
    http: 429,
    grpc: 'RESOURCE_EXHAUSTED',
    help: 'Too many requests. Wait for the time in Retry-After.',
  },
  concurrency_limited: {
    http: 429,
    grpc: 'RESOURCE_EXHAUSTED',
    help: 'Too many requests at once. Wait for the time in Retry-After.',
  },
  daily_limit_reached: {
    http: 429,
    grpc: 'RESOURCE_EXHAUSTED',
    help: 'The daily limit is used up. Wait for the time in Retry-After, or use an account.',
  },
  queue_full: {
    http: 429,
    grpc: 'RESOURCE_EXHAUSTED',
    help: 'Too many validations are waiting. Try again after the time in Retry-After.',
  },
  internal_error: broken('Something broke on our side. Try again; if it stays, report the request id.'),
  engine_unavailable: away('The analysis engine is not reachable or lost this run. Try again.'),
  policy_unavailable: away('The policy pack in force cannot be loaded. The message has the reason.'),
  database_unavailable: away('The database is not reachable. Try again shortly.'),
  identity_provider_unavailable: away(
    'The identity provider cannot be reached, so tokens cannot be checked. Try again shortly.',
  ),
  shutting_down: away('The service is restarting. Try again in a second.'),
  validation_timeout: {
    http: 504,
    grpc: 'DEADLINE_EXCEEDED',
    help: 'The validation took longer than its limit. Split the workflow or use the asynchronous endpoint.',
  },
  self_approval: denied(
    'You cannot approve an exception that you requested, not even with another key. Another person must approve it.',
  ),
  exception_too_broad: bad(
    'The exception is for any file or any place, and its severity is worse than the organisation allows for that. Name a finding, or the file and the place.',
  ),
  verification_unavailable: away(
    'The human verification service is not reachable. Send the form again shortly.',
  ),
  file_store_unavailable: away(
    'The file store is not reachable, so files cannot be stored for later. Try again shortly, or validate synchronously.',
  ),
  reauthentication_required: denied(
    'This act needs a recent sign-in. Enter the password again, or sign in again at the identity provider, and repeat the call.',
  ),
  cross_site_request: denied(
    'The call has the cookie of the web app, but does not come from its pages. Programs use an API key or a token.',
  ),
  insecure_origin: bad(
    'People sign in over https alone, or on the machine itself. Set up TLS, and open the https address.',
  ),
  cookie_rejected: bad(
    'The browser has not stored the cookie that sign-in needs. Allow cookies for this address, or use https.',
  ),
  query_timeout: {
    http: 504,
    grpc: 'DEADLINE_EXCEEDED',
    help: 'The list took too long to read, as few of very many entries match the filters together. Give a time with them, or one filter alone.',
  },
  result_unreadable: broken(
    'The findings of this old result are lost or damaged in the file store; its score, its counts and its outcome are not. Validate the file again, and inform the operator of the service.',
  ),
} as const satisfies Record<string, ErrorEntry>;

/** A stable error code. */
export type ErrorCode = keyof typeof ERRORS;

/** Facts that the message mentions, as strings, so that no caller has to parse sentences. */
export type ErrorDetails = Readonly<Record<string, string>>;

/** An expected failure, on its way to the caller. `message` is one line for people, without log commands. */
export class AppError extends Error {
  override readonly name = 'AppError';
  readonly code: ErrorCode;
  readonly details: ErrorDetails;

  constructor(code: ErrorCode, message: string, details: ErrorDetails = {}, options?: ErrorOptions) {
    super(breakLogCommands(showControlCharacters(message)), options);
    this.code = code;
    this.details = details;
  }
}

/** Creates the rejection of a caller when all of something that is soon free again is taken. `what` is a sentence. */
export function allTaken(what: string, options?: ErrorOptions): AppError {
  const details = { retryAfterSeconds: '1' };
  return new AppError('concurrency_limited', `${what} Try again in a second.`, details, options);
}

/** Returns whether a string that came over a wire is one of our codes. */
export function isErrorCode(code: string): code is ErrorCode {
  return Object.hasOwn(ERRORS, code);
}
