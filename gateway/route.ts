/** What a REST endpoint is. The router, the 405 answers and the OpenAPI document are all made from these. */
import { z } from 'zod';
import type { ErrorCode } from '../src/errors.ts';
import type { CallContext, Core } from './client.ts';
import type { FieldRules } from './fields.ts';

/** What a handler answers with; the body is presented by the schema of its status. */
export interface Answer {
  readonly status: number;
  readonly body: unknown;
  readonly headers?: Readonly<Record<string, string>>;
}

/** One documented success. */
export interface AnswerShape {
  readonly description: string;
  readonly schema: z.ZodObject;
  /** A body as it stands on the wire, in camelCase. */
  readonly example: unknown;
}

/** What a handler may use. */
export interface RouteServices {
  readonly core: Core;
  /** Whether the gateway is about to stop. */
  readonly isDraining: () => boolean;
}

/** What a request brought, already checked. */
export interface RouteInput<Params, Query, Form> {
  readonly params: Params;
  readonly query: Query;
  readonly form: Form;
  /** Empty where the endpoint takes no file. */
  readonly file: Buffer;
  readonly filename: string;
  readonly context: CallContext;
}

/** One endpoint. */
export interface Route<
  Params extends z.ZodObject = z.ZodObject,
  Query extends z.ZodObject = z.ZodObject,
  Form extends z.ZodObject = z.ZodObject,
> {
  readonly method: 'GET' | 'POST';
  /** Express pattern; its `:names` are the members of `params`. */
  readonly path: string;
  readonly operationId: string;
  readonly tag: TagName;
  readonly summary: string;
  readonly description: string;
  /** For everybody, or for those who may call this method of the core: its handler calls that one. */
  readonly access: 'open' | { readonly path: string };
  readonly params: Params;
  readonly query: Query;
  /** The text fields of the multipart form that brings the file; null where there is no body. */
  readonly form: FieldRules<Form> | null;
  readonly answers: Readonly<Record<number, AnswerShape>>;
  /** The codes that are this endpoint's own; the ones that come with access, form and core are added. */
  readonly errors: readonly ErrorCode[];
  handle(
    input: RouteInput<z.output<Params>, z.output<Query>, z.output<Form>>,
    services: RouteServices,
  ): Promise<Answer>;
}

/** The groups of endpoints, in the order of the reference. */
export const TAGS = {
  Validations: 'Validate workflow files and read the results.',
  Catalogue: 'The rules and the platforms.',
  Service: 'The state of the service.',
} as const;
export type TagName = keyof typeof TAGS;

/** For endpoints that take no parameters. */
export const NOTHING = z.strictObject({});

/** Gives a route the type of all routes; its handler stays checked against its own schemas. */
export function defineRoute<P extends z.ZodObject, Q extends z.ZodObject, F extends z.ZodObject>(
  route: Route<P, Q, F>,
): Route {
  return route as unknown as Route;
}

/** The error codes that an endpoint can answer with, without repeats. */
export function errorsOf(route: Route): readonly ErrorCode[] {
  return [
    ...new Set([
      ...ALWAYS,
      ...(Object.keys(route.query.shape).length > 0 ? QUERY : []),
      ...(route.access === 'open' ? [] : CALLER),
      ...(route.form === null ? [] : UPLOAD),
      ...route.errors,
    ]),
  ];
}

const ALWAYS = ['invalid_request', 'invalid_field', 'unexpected_field', 'internal_error'] as const;
const QUERY = ['conflicting_fields'] as const;
const CALLER = [
  'authentication_required',
  'invalid_credentials',
  'credentials_expired',
  'ambiguous_credentials',
  'missing_org_id',
  'invalid_org_id',
  'org_access_denied',
  'insufficient_scope',
  'org_suspended',
  'rate_limited',
  'concurrency_limited',
  'engine_unavailable',
  'database_unavailable',
  'identity_provider_unavailable',
  'shutting_down',
] as const satisfies readonly ErrorCode[];
const UPLOAD = [
  'missing_field',
  'conflicting_fields',
  'missing_file',
  'empty_file',
  'too_many_files',
  'malformed_multipart',
  'unsupported_content_type',
  'upload_incomplete',
  'upload_too_slow',
  'file_too_large',
  'request_too_large',
] as const satisfies readonly ErrorCode[];
