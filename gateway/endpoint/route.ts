/** What a REST endpoint is. The router, the 405 answers and the OpenAPI document are all made from these. */
import type { Readable } from 'node:stream';
import { z } from 'zod';
import type { WireCase } from '../../src/contract/wire-case.ts';
import type { ErrorCode } from '../../src/errors.ts';
import type { CallContext, Core } from '../core/client.ts';
import type { Readiness } from '../core/readiness.ts';
import type { FieldRules } from './fields.ts';

/** What a handler answers with. */
export interface Answer {
  readonly status: number;
  /** Presented by the schema of its status; left out where that has none. */
  readonly body?: unknown;
  /** Bytes of what `body` is decoded from, where it is large: it is written in pieces then. Absent or null: not. */
  readonly largeBytes?: number | null;
  /** The whole body, ready to send, when `RouteInput.wantedType` is one of the route's `otherTypes`. */
  readonly text?: string;
  /** Each one is documented in the shape of its status. */
  readonly headers?: Readonly<Record<string, string>>;
}

/** One documented success. */
export interface AnswerShape {
  readonly description: string;
  /** Null where there is no body, as with 204. */
  readonly schema: z.ZodObject | null;
  /** A body as it stands on the wire, in camelCase. */
  readonly example?: unknown;
  /** Several such bodies, by a name each, where one would not do. */
  readonly examples?: Readonly<Record<string, unknown>>;
  /** Headers of this answer and what they say. */
  readonly headers?: Readonly<Record<string, string>>;
}

/** What a handler may use. */
export interface RouteServices {
  readonly core: Core;
  /** Whether requests can be served, and what is wrong. */
  readonly readiness: () => Promise<Readiness>;
  /** What links in answers start with, without a slash at the end. */
  readonly baseUrl: string;
  /** Aborted when the gateway is about to stop. */
  readonly draining: AbortSignal;
}

/** What a request brought, already checked. */
export interface RouteInput<Params, Query, Body> {
  readonly params: Params;
  readonly query: Query;
  /** The members of the JSON body, or the text fields of the form; empty where the endpoint takes neither. */
  readonly body: Body;
  /** Empty where the endpoint takes no file. */
  readonly file: Buffer;
  readonly filename: string;
  /** The value of a request header that the route documents. */
  readonly header: (name: string) => string | undefined;
  /** When the request began, by `performance.now()`. */
  readonly startedAtMs: number;
  /** `json`, or the one of the route's `otherTypes` that the caller prefers. */
  readonly wantedType: string;
  readonly context: CallContext;
}

/** The same for an endpoint whose file passes through: nothing of the body has been read yet. */
export interface StreamInput<Params, Query, Body>
  extends Omit<RouteInput<Params, Query, Body>, 'body' | 'file' | 'filename'> {
  readonly receive: ReceiveForm<Body>;
}

/**
 * Reads the form. `store` is called once, when the file begins; what it does not take in is not read from the sender
 * either. The stream breaks off with an error when the body breaks a limit or ends early; `store` then has to reject,
 * after it has dropped what it had. Text fields may stand before and after the file, so they come last. Throws what is
 * wrong with the body or its fields, else what `store` throws.
 */
export type ReceiveForm<Body> = <Stored>(
  store: (file: Readable, filename: string) => Promise<Stored>,
) => Promise<{ readonly body: Body; readonly filename: string; readonly stored: Stored }>;

/** A JSON object. A request without a body counts as an empty object. */
export interface JsonBody<Schema extends z.ZodObject> extends FieldRules<Schema> {
  readonly kind: 'json';
  /** What the OpenAPI document calls the schema; absent: it stands where it is used. */
  readonly schemaName?: string;
  /** A body in camelCase, wherever the schema has members. */
  readonly example?: Readonly<Record<string, unknown>>;
}

/** A multipart form with one file, `file`, and text fields. */
export interface FormBody<Schema extends z.ZodObject> extends FieldRules<Schema> {
  /** `form`: the file is gathered in memory. `stream`: it is handed on as it comes. */
  readonly kind: 'form' | 'stream';
  readonly fileBytesMax: number;
  readonly fileDescription: string;
  /** Time for the whole body, where it is shorter than that of all uploads. */
  readonly uploadMsMax?: number;
  /** The code for a body that is too slow. */
  readonly tooSlowCode?: ErrorCode;
}

/** The method of the core that an endpoint stands before. */
export interface RouteMethod {
  readonly path: string;
  /** Whether the core lets anybody call it, so that no credentials are asked for. */
  readonly isForAnybody?: boolean;
}

/** A method that the core lets anybody call. */
export function forAnybody({ path }: RouteMethod): RouteMethod {
  return { path, isForAnybody: true };
}

/** Whether an endpoint is for callers with credentials alone. */
export function needsCaller({ access }: Pick<Route, 'access'>): boolean {
  return access !== 'open' && access.isForAnybody !== true;
}

/** One endpoint. */
export interface Route<
  Params extends z.ZodObject = z.ZodObject,
  Query extends z.ZodObject = z.ZodObject,
  Body extends z.ZodObject = z.ZodObject,
> {
  readonly method: Method;
  /** Express pattern; its `:names` are the members of `params`. */
  readonly path: string;
  readonly operationId: string;
  readonly tag: TagName;
  readonly summary: string;
  readonly description: string;
  /** `open`: without the core; else for those who may call this method of it: the handler calls that one. */
  readonly access: 'open' | RouteMethod;
  /**
   * Whether the gateway sends a request without an Idempotency-Key again as it is when the core is lost, so that it may
   * be done twice: where a key of the gateway's own would cost each request more than that is worth.
   */
  readonly isRepeatedWithoutKey?: boolean;
  readonly params: Params;
  readonly query: Query;
  /** Request headers of this endpoint's own, all optional: name → what it says. */
  readonly headers?: Readonly<Record<string, string>>;
  readonly body: JsonBody<Body> | FormBody<Body> | null;
  /** The spelling of answers when nobody asks for one; camelCase when not given. */
  readonly defaultCase?: WireCase;
  /** Content types beside JSON that `Accept` can ask for, and what they hold. */
  readonly otherTypes?: Readonly<Record<string, string>>;
  readonly answers: Readonly<Record<number, AnswerShape>>;
  /** Headers that its errors may have, and what they say. */
  readonly errorHeaders?: Readonly<Record<string, string>>;
  /** The codes that are this endpoint's own; the ones that come with access, body and core are added. */
  readonly errors: readonly ErrorCode[];
  handle(
    input: RouteInput<z.output<Params>, z.output<Query>, z.output<Body>>,
    services: RouteServices,
  ): Promise<Answer>;
}

/** The methods that endpoints have. */
export type Method = 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';

/** The groups of endpoints, in the order of the reference. */
export const TAGS = {
  Validations: 'Validate workflow files and read the results.',
  Catalogue: 'The rules and the platforms.',
  Organisation: 'The settings of the organisation, its environments, and who managed what.',
  Exceptions: 'Request waivers of findings, and decide on them.',
  Members: 'Let people in, give them roles, take them away.',
  'API keys': 'Create, rotate and revoke the keys of programs.',
  'Free scanner': 'Scan one file without an account, and share its report.',
  Webhooks: 'Have events sent to an address of yours, and read how that went.',
  Service: 'The state of the service.',
} as const;
export type TagName = keyof typeof TAGS;

/** For endpoints that take no parameters. */
export const NOTHING = z.strictObject({});

/** Gives a route the type of all routes; its handler stays checked against its own schemas. */
export function defineRoute<P extends z.ZodObject, Q extends z.ZodObject, B extends z.ZodObject>(
  route: Route<P, Q, B> & { readonly body: JsonBody<B> | (FormBody<B> & { readonly kind: 'form' }) | null },
): Route {
  return route as unknown as Route;
}

/** The same for a route that hands its file on as it comes. */
export function defineStreamRoute<P extends z.ZodObject, Q extends z.ZodObject, B extends z.ZodObject>(
  route: Omit<Route<P, Q, B>, 'body' | 'handle'> & {
    readonly body: FormBody<B> & { readonly kind: 'stream' };
    handle(
      input: StreamInput<z.output<P>, z.output<Q>, z.output<B>>,
      services: RouteServices,
    ): Promise<Answer>;
  },
): Route {
  return route as unknown as Route;
}
