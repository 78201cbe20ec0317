/** Definition of a REST endpoint, from which the router, the 405 answers and the OpenAPI document are made. */
import type { Readable } from 'node:stream';
import { z } from 'zod';
import type { MessageName } from '../../src/contract/messages/facts.ts';
import type { WireCase } from '../../src/contract/wire-case.ts';
import type { ErrorCode } from '../../src/errors.ts';
import type { CallContext, Core } from '../core/client.ts';
import type { Readiness } from '../core/readiness.ts';
import type { Browser, SignInPart } from './browser.ts';
import type { Export } from './exported-list.ts';
import type { FieldRules, InputOf, InputSchema } from './fields.ts';
import type { ServerEvent } from './server-event.ts';

/** Answer of a handler. */
export interface Answer {
  readonly status: number;
  /** Body, presented by the message of its status; absent if that has none. */
  readonly body?: unknown;
  /**
   * Size in bytes of the large message that `body` is decoded from: it is then written in pieces. Absent or null: not
   * large.
   */
  readonly largeBytes?: number | null;
  /** Complete body in another type than JSON. */
  readonly text?: string;
  /** Complete body in small pieces, for large texts. Its memory is reserved by `largeBytes`, or as for an export. */
  readonly pieces?: Iterable<string>;
  /** Content type of `text` and `pieces`; absent: `RouteInput.wantedType`. */
  readonly textType?: string;
  /** List to stream as a file, in place of `body`. */
  readonly export?: Export;
  /** Server-sent events instead of a body; the message of the status presents the data of each. */
  readonly events?: AsyncIterable<ServerEvent>;
  /** Headers, each documented in the shape of its status. */
  readonly headers?: Readonly<Record<string, string>>;
  /** Values of `Set-Cookie`, for browsers that sign in or out. */
  readonly cookies?: readonly string[];
}

/** Documented success answer. */
export interface AnswerShape {
  readonly description: string;
  /** Null if there is no body, as with 204. */
  readonly message: MessageName | null;
  /** Members of the example body that differ from the example of the message, in camelCase. */
  readonly example?: Readonly<Record<string, unknown>>;
  /** Several named examples, each with such members. */
  readonly examples?: Readonly<Record<string, Readonly<Record<string, unknown>>>>;
  /** Headers of this answer with their descriptions. */
  readonly headers?: Readonly<Record<string, string>>;
}

/** Services of a handler. */
export interface RouteServices {
  readonly core: Core;
  /** Returns whether requests can be served, and what is wrong. */
  readonly readiness: () => Promise<Readiness>;
  /** Prefix of all links, without a trailing slash. */
  readonly baseUrl: string;
  /** Aborted when the gateway is about to stop. */
  readonly draining: AbortSignal;
}

/** Checked input of a request. */
export interface RouteInput<Params, Query, Body> {
  readonly params: Params;
  readonly query: Query;
  /** Members of the JSON body, or text fields of the form; empty for endpoints without a body. */
  readonly body: Body;
  /** Empty for endpoints without a file. */
  readonly file: Buffer;
  readonly filename: string;
  /** Returns the value of a request header that the route documents. */
  readonly header: (name: string) => string | undefined;
  /** Start of the request, by `performance.now()`. */
  readonly startedAtMs: number;
  /** `json`, or the `otherTypes` entry that the caller prefers. */
  readonly wantedType: string;
  /** Browser that signs in; without any facts at other endpoints. */
  readonly browser: Browser;
  readonly context: CallContext;
}

/** Input of an endpoint that streams its file: nothing of the body has been read yet. */
export interface StreamInput<Params, Query, Body>
  extends Omit<RouteInput<Params, Query, Body>, 'body' | 'file' | 'filename'> {
  readonly receive: ReceiveForm<Body>;
}

/**
 * Reads the form. `store` is called once, when the file begins; its reading speed limits the sender's. The stream
 * fails when the body breaks a limit or ends early; `store` must then discard its data and reject. Text fields may
 * precede or follow the file, so they are returned last.
 * Throws the error of the body or its fields, else that of `store`.
 */
export type ReceiveForm<Body> = <Stored>(
  store: (file: Readable, filename: string) => Promise<Stored>,
) => Promise<{ readonly body: Body; readonly filename: string; readonly stored: Stored }>;

/** JSON object as a body. A missing body counts as an empty object. */
export interface JsonBody<Schema extends InputSchema> extends FieldRules<Schema> {
  readonly kind: 'json';
  /** Name of the schema in the OpenAPI document; absent: the schema is inlined. */
  readonly schemaName?: string;
  /** Example body in camelCase, wherever the schema has members. */
  readonly example?: Readonly<Record<string, unknown>>;
}

/** Multipart form with one file, `file`, and text fields. */
export interface FormBody<Schema extends InputSchema> extends FieldRules<Schema> {
  /** `form`: the file is buffered. `stream`: it is forwarded as it arrives. */
  readonly kind: 'form' | 'stream';
  readonly fileBytesMax: number;
  readonly fileDescription: string;
  /** Time for the whole body, if it is shorter than that of all uploads. */
  readonly uploadMsMax?: number;
  /** Error code of a body that is too slow. */
  readonly tooSlowCode?: ErrorCode;
}

/** Method of the core behind an endpoint. */
export interface RouteMethod {
  readonly path: string;
  /** True if the core admits any caller, so that no credentials are required. */
  readonly isForAnybody?: boolean;
  /** True if the core only admits people at the web app, for no organisation in particular. */
  readonly isForPeople?: boolean;
  /** True if a request without credentials is one without a session, which the handler answers without the core. */
  readonly withoutSession?: boolean;
}

/** Marks a method that the core opens to any caller. */
export function forAnybody({ path }: RouteMethod): RouteMethod {
  return { path, isForAnybody: true };
}

/** Marks a method that is about a person who has signed in. */
export function forPeople({ path }: RouteMethod, { withoutSession = false } = {}): RouteMethod {
  return { path, isForPeople: true, withoutSession };
}

/** Returns whether an endpoint is about a person who has signed in, and so only takes the session cookie. */
export function isForPeople({ access }: Pick<Route, 'access'>): boolean {
  return access !== 'open' && access.isForPeople === true;
}

/** Returns whether an endpoint about a person answers while no one has signed in too. */
export function takesNoSession({ access }: Pick<Route, 'access'>): boolean {
  return access !== 'open' && access.withoutSession === true;
}

/** Returns whether an endpoint requires credentials. */
export function needsCaller({ access }: Pick<Route, 'access'>): boolean {
  return access !== 'open' && access.isForAnybody !== true;
}

/** One endpoint. */
export interface Route<
  Params extends InputSchema = InputSchema,
  Query extends InputSchema = InputSchema,
  Body extends InputSchema = InputSchema,
> {
  readonly method: Method;
  /** Express pattern; its `:names` are the members of `params`. */
  readonly path: string;
  readonly operationId: string;
  readonly tag: TagName;
  readonly summary: string;
  readonly description: string;
  /** `open`: does not need the core; else the admitted method of the core, which the handler calls. */
  readonly access: 'open' | RouteMethod;
  /** Part of the endpoint in sign-in; absent: it has none. */
  readonly signIn?: SignInPart;
  /**
   * True if the gateway retries requests without an Idempotency-Key when the core is lost. Their effect may then
   * happen twice: a key of the gateway's own would cost every request more than that is worth.
   */
  readonly isRepeatedWithoutKey?: boolean;
  readonly params: Params;
  readonly query: Query;
  /** Optional request headers of this endpoint with their descriptions. */
  readonly headers?: Readonly<Record<string, string>>;
  readonly body: JsonBody<Body> | FormBody<Body> | null;
  /** Spelling of answers if the caller sets none; default: camelCase. */
  readonly defaultCase?: WireCase;
  /** Content types beside JSON that `Accept` can select, with their descriptions. */
  readonly otherTypes?: Readonly<Record<string, string>>;
  readonly answers: Readonly<Record<number, AnswerShape>>;
  /** Headers of its errors with their descriptions. */
  readonly errorHeaders?: Readonly<Record<string, string>>;
  /** Error codes specific to this endpoint; codes of access, body and core are added. */
  readonly errors: readonly ErrorCode[];
  handle(
    input: RouteInput<InputOf<Params>, InputOf<Query>, InputOf<Body>>,
    services: RouteServices,
  ): Promise<Answer>;
}

/** HTTP methods of endpoints. */
export type Method = 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';

/** Groups of endpoints, in the order of the reference. */
export const TAGS = {
  Validations: 'Validate workflow files and read the results.',
  Feed: 'See what runs and ran, and what needs attention.',
  Estate: 'All workflows of the organisation with their findings, as the newest runs saw them.',
  Drift: 'Whether what runs in platform tenants is what repositories have approved.',
  Catalogue: 'The rules and the platforms.',
  Organisation: 'The settings of the organisation, its environments, and who managed what.',
  Exceptions: 'Request waivers of findings, and decide on them.',
  Members: 'Let people in, give them roles, take them away.',
  People: 'Sign in at the web app, and manage the own sessions and account.',
  'API keys': 'Create, rotate and revoke the keys of programs.',
  Teams: 'Teams of members, and which workflows each of them owns.',
  Sources: 'Pull workflows straight from where they run.',
  'Trust policies': 'Let jobs of CI systems send files with their identity token, without a key.',
  'Policy packs': 'Which rules run and what blocks, in signed files.',
  'Free scanner': 'Scan one file without an account, and share its report.',
  Webhooks: 'Have events sent to an address of yours, and read how that went.',
  Service: 'The state of the service.',
} as const;
export type TagName = keyof typeof TAGS;

/** Schema of endpoints without parameters. */
export const NOTHING = z.strictObject({});

type Nothing = typeof NOTHING;

/** Facts of a route; what it does not name it does not have. */
type RouteFacts<P extends z.ZodObject, Q extends z.ZodObject> = Omit<
  Route<P, Q>,
  'params' | 'query' | 'body' | 'errors' | 'handle'
> & { readonly params?: P; readonly query?: Q; readonly errors?: readonly ErrorCode[] };

const NONE = { params: NOTHING, query: NOTHING, body: null, errors: [] };

/** Defines a route; its handler is checked against the route's own schemas. */
export function defineRoute<
  P extends z.ZodObject = Nothing,
  Q extends z.ZodObject = Nothing,
  B extends z.ZodObject = Nothing,
>(
  route: RouteFacts<P, Q> & {
    readonly body?: JsonBody<B> | (FormBody<B> & { readonly kind: 'form' });
    handle(
      input: RouteInput<z.output<P>, z.output<Q>, z.output<B>>,
      services: RouteServices,
    ): Promise<Answer>;
  },
): Route {
  return { ...NONE, ...route } as unknown as Route;
}

/** Defines a route that streams its file. */
export function defineStreamRoute<
  B extends z.ZodObject,
  P extends z.ZodObject = Nothing,
  Q extends z.ZodObject = Nothing,
>(
  route: RouteFacts<P, Q> & {
    readonly body: FormBody<B> & { readonly kind: 'stream' };
    handle(
      input: StreamInput<z.output<P>, z.output<Q>, z.output<B>>,
      services: RouteServices,
    ): Promise<Answer>;
  },
): Route {
  return { ...NONE, ...route } as unknown as Route;
}
