/** Definition of our gRPC services: a function that returns a promise for each method, and the callers it admits. */
import type { MethodDefinition } from '@grpc/grpc-js';
import type { Complete } from '../../contract/complete.ts';
import type { MethodFacts } from '../../contract/messages/facts.ts';
import type { PlanFeature } from '../../contract/plan.ts';
import { METHODS } from '../../gen/contract/methods.ts';
import type { Sql } from '../../infra/database/connections.ts';
import type { Caller } from '../../service/access/caller.ts';
import type { Scope } from '../../service/access/scopes.ts';
import type { SessionRecord } from '../../service/access/sessions/sessions-store.ts';
import type { AddressBudget, Budget } from '../../service/rate-limits/budgets.ts';

/** Context of a call besides its message. */
export interface CallContext {
  readonly caller: Caller;
  /** Value of `x-request-id`, or a generated id. */
  readonly requestId: string;
  /** Address of the client. */
  readonly client: string;
  /** Aborted when the caller has gone, the deadline has passed or the server stops. */
  readonly signal: AbortSignal;
  readonly deadline: Date;
  /** Registers work for the moment when the call has ended, in any way, and its answer has been sent. */
  onEnd(work: () => void): void;
  /**
   * Returns the connections for an effect that must happen once. Their only transaction also stores the answer, made
   * of its result, for a repetition of the call with the same Idempotency-Key. So a crash leaves either the effect
   * with its answer, or neither. The answer of an effect over other connections is stored afterwards.
   */
  storingAnswer<Result>(sql: Sql, answerOf: (result: Result) => unknown): Sql;
  /**
   * Runs the work, or returns the stored answer of the earlier call with the same Idempotency-Key. Methods with a
   * single message run in it; an upload runs in it what follows its end. `request` is what makes two calls equal.
   */
  once<Answer>(request: unknown, work: (context: CallContext) => Promise<Answer> | Answer): Promise<Answer>;
}

/** Traits of a method that the contract does not state. */
interface MethodRules {
  /** Time for a call without a deadline, in milliseconds, if it differs from the server's. */
  readonly callMsDefault?: number;
}

/** Method with one message and one answer. */
export interface Method<Request, Response> extends MethodRules {
  handle(request: Request, context: CallContext): Promise<Response> | Response;
}

/** Method with a stream of messages and one answer. */
export interface UploadMethod<Request, Response> extends MethodRules {
  handle(requests: AsyncIterable<Request>, context: CallContext): Promise<Response>;
}

/** Method with one message and a stream of answers. */
export interface WatchMethod<Request, Response> extends MethodRules {
  handle(request: Request, context: CallContext): AsyncIterable<Response>;
}

/** Context of a call without an identified caller. */
export type AnonymousContext = Omit<CallContext, 'caller' | 'storingAnswer' | 'once'>;

/** Method for other processes of the installation; its requests name their organisation. */
export interface PeerMethod<Request, Response> {
  handle(request: Request, context: AnonymousContext): Promise<Response> | Response;
}

/** Method for any caller, without credentials. Its calls are counted by client address. */
export interface OpenMethod<Request, Response> {
  handle(request: Request, context: AnonymousContext): Promise<Response> | Response;
}

/** Context of a call of a person who has signed in. */
export interface PersonContext extends AnonymousContext {
  readonly session: SessionRecord;
}

/** Method for a person at the web app, for no organisation in particular. */
export interface PersonMethod<Request, Response> {
  handle(request: Request, context: PersonContext): Promise<Response> | Response;
}

/** Context of any call. */
export type AnyContext = CallContext | AnonymousContext | PersonContext;

/** Method without its types, as the server calls it. */
export interface AnyMethod extends MethodRules {
  handle(request: unknown, context: AnyContext): unknown;
}

/**
 * Callers that a service admits: those with a suitable credential, people with a session, other processes of the
 * installation, or anyone. Only `defineOpenService` creates a service for anyone.
 */
export type Admits = 'callers' | 'people' | 'peers' | 'anybody';

/** Facts of the contract about methods, by their paths. */
export type ContractFacts = Readonly<Record<string, MethodFacts>>;

/** Service without its types, as the server registers it. */
export interface Service {
  readonly admits: Admits;
  readonly definition: Readonly<Record<string, MethodDefinition<unknown, unknown>>>;
  readonly methods: Readonly<Record<string, AnyMethod>>;
  /** Facts of the contract about the methods. */
  readonly facts: ContractFacts;
}

type MethodOf<Definition> =
  Definition extends MethodDefinition<infer Request, infer Response>
    ? Definition extends { readonly requestStream: true }
      ? UploadMethod<Request, Complete<Response>>
      : Definition extends { readonly responseStream: true }
        ? WatchMethod<Request, Complete<Response>>
        : Method<Request, Complete<Response>>
    : never;
/** Function of a method without traits of its own. */
type HandleOf<Definition> = MethodOf<Definition> extends { handle: infer Handle } ? Handle : never;
type PeerMethodOf<Definition> =
  Definition extends MethodDefinition<infer Request, infer Response>
    ? PeerMethod<Request, Complete<Response>>
    : never;
type PersonMethodOf<Definition> =
  Definition extends MethodDefinition<infer Request, infer Response>
    ? PersonMethod<Request, Complete<Response>>
    : never;
type OpenMethodOf<Definition> =
  Definition extends MethodDefinition<infer Request, infer Response>
    ? OpenMethod<Request, Complete<Response>>
    : never;

/** Traits of a method that requires a credential. */
export interface CallerTraits {
  readonly admits: 'callers';
  readonly scopes: readonly Scope[];
  readonly budget: Budget;
  readonly feature: PlanFeature | undefined;
  readonly needsFreshSignIn?: boolean;
  /** Rights of callers that are narrowed to teams; absent: none. */
  readonly teams?: MethodFacts['teams'];
}

/** Traits of any method. Peers have no budget. */
export type MethodTraits =
  | CallerTraits
  | { readonly admits: 'anybody'; readonly budget: AddressBudget }
  | { readonly admits: 'people'; readonly budget: Budget }
  | { readonly admits: 'peers' };

const READS = /^(?:get|list|watch)/;

/** Returns the traits of every method by its full path, as the contract states them. */
export function traitsByPath(services: readonly Service[]): ReadonlyMap<string, MethodTraits> {
  return new Map(
    services.flatMap(({ definition, methods, admits, facts }) =>
      Object.keys(methods).map((name) => {
        const { path } = definition[name]!;
        return [path, admits === 'peers' ? { admits } : traitsOf(admits, name, [path, facts[path]])] as const;
      }),
    ),
  );
}

function traitsOf(
  admits: Exclude<Admits, 'peers'>,
  name: string,
  [path, facts]: readonly [string, MethodFacts | undefined],
): MethodTraits {
  if (facts?.admits !== admits) throw new Error(`The contract does not open ${path} to ${admits}`);
  const { scopes, feature, needsFreshSignIn = false, teams } = facts;
  const budget = facts.budget ?? (READS.test(name) ? 'read' : 'manage');
  switch (admits) {
    case 'callers':
      return {
        admits,
        scopes: scopes as readonly Scope[],
        budget: budget as Budget,
        feature: feature as PlanFeature | undefined,
        needsFreshSignIn,
        ...(teams === undefined ? {} : { teams }),
      };
    case 'people':
      return { admits, budget: budget as Budget };
    case 'anybody':
      return { admits, budget: budget as AddressBudget };
  }
}

/** Combines a generated definition with our methods; a missing or mistyped method, or an answer with a forgotten member, does not compile. */
export function defineService<Definition extends object>(
  definition: Definition,
  methods: { readonly [Name in keyof Definition]: MethodOf<Definition[Name]> | HandleOf<Definition[Name]> },
  facts: ContractFacts = METHODS,
): Service {
  const entries = Object.entries<AnyMethod | AnyMethod['handle']>(methods as never).map(([name, method]) => [
    name,
    typeof method === 'function' ? { handle: method } : method,
  ]);
  return { definition, methods: Object.fromEntries(entries), admits: 'callers', facts } as unknown as Service;
}

/** Defines a service for other processes of the installation. */
export function definePeerService<Definition extends object>(
  definition: Definition,
  methods: { readonly [Name in keyof Definition]: PeerMethodOf<Definition[Name]> },
): Service {
  return { definition, methods, admits: 'peers', facts: METHODS } as unknown as Service;
}

/** Defines a service for people at the web app. */
export function definePersonService<Definition extends object>(
  definition: Definition,
  methods: { readonly [Name in keyof Definition]: PersonMethodOf<Definition[Name]> },
): Service {
  return { definition, methods, admits: 'people', facts: METHODS } as unknown as Service;
}

/** Defines a service for any caller. */
export function defineOpenService<Definition extends object>(
  definition: Definition,
  methods: { readonly [Name in keyof Definition]: OpenMethodOf<Definition[Name]> },
): Service {
  return { definition, methods, admits: 'anybody', facts: METHODS } as unknown as Service;
}
