/** How a gRPC service of ours is written: a promise-returning function for each method, and who may call it. */
import type { MethodDefinition } from '@grpc/grpc-js';
import type { PlanFeature } from '../../contract/plan.ts';
import type { Sql } from '../../infra/database/connections.ts';
import type { Caller } from '../../service/access/caller.ts';
import type { Scope } from '../../service/access/scopes.ts';
import type { AddressBudget, Budget } from '../../service/rate-limits/budgets.ts';

/** What a method knows about its call besides the message. */
export interface CallContext {
  readonly caller: Caller;
  /** Taken over from `x-request-id` or made. */
  readonly requestId: string;
  /** Aborted when the caller has gone, the deadline has passed or the server must stop. */
  readonly signal: AbortSignal;
  readonly deadline: Date;
  /** Has this done when the call has ended, however it did, and its answer has left. */
  onEnd(work: () => void): void;
  /**
   * The connections for an effect that must happen once: their one transaction ends with keeping the answer, made of its
   * result, for the repetition of a call with an Idempotency-Key. So a crash leaves the effect with its answer, or
   * neither. An effect over other connections has its answer kept afterwards.
   */
  storingAnswer<Result>(sql: Sql, answerOf: (result: Result) => unknown): Sql;
  /**
   * Does the work, or answers as the call did that came before with the same Idempotency-Key. Methods that take one
   * message are run in it; one that takes many runs in it what follows their end. `asked`: what makes two calls the same.
   */
  once<Answer>(asked: unknown, work: (context: CallContext) => Promise<Answer> | Answer): Promise<Answer>;
}

/** What every method says of itself. */
interface MethodRules {
  /** The caller needs one of them; none: any authenticated caller may. */
  readonly scopes: readonly Scope[];
  /** What a call counts as. When absent, a method named get…, list… or watch… reads and any other manages. */
  readonly budget?: Budget;
  /** What the organisation's plan must include. */
  readonly feature?: PlanFeature;
  /** Time for a call whose caller names no deadline, where it is not that of all. */
  readonly callMsDefault?: number;
}

/** One message, one answer. */
export interface Method<Request, Response> extends MethodRules {
  handle(request: Request, context: CallContext): Promise<Response> | Response;
}

/** Messages that are taken as they come, one answer. */
export interface UploadMethod<Request, Response> extends MethodRules {
  handle(requests: AsyncIterable<Request>, context: CallContext): Promise<Response>;
}

/** One message, answers until there are no more. */
export interface WatchMethod<Request, Response> extends MethodRules {
  handle(request: Request, context: CallContext): AsyncIterable<Response>;
}

/** What a method knows about its call when nobody in particular calls. */
export type AnonymousContext = Omit<CallContext, 'caller' | 'storingAnswer' | 'once'>;

/** A method that nobody but another process of the installation may call; its requests name their organisation. */
export interface PeerMethod<Request, Response> {
  handle(request: Request, context: AnonymousContext): Promise<Response> | Response;
}

/** A method that anybody may call, without credentials. Its calls are counted by the address that they come from. */
export interface OpenMethod<Request, Response> {
  readonly budget: AddressBudget;
  handle(request: Request, context: AnonymousContext): Promise<Response> | Response;
}

/** A method without its types, as the server calls it. */
export interface AnyMethod extends Omit<MethodRules, 'budget'> {
  readonly budget?: Budget | AddressBudget;
  handle(request: unknown, context: CallContext): unknown;
}

/**
 * Who may call: whoever has a credential that lets them, other processes of the installation, or anybody. Nothing but
 * `defineOpenService` makes a service for anybody.
 */
export type Admits = 'callers' | 'peers' | 'anybody';

/** A service without its types, as the server registers it. */
export interface Service {
  readonly admits: Admits;
  readonly definition: Readonly<Record<string, MethodDefinition<unknown, unknown>>>;
  readonly methods: Readonly<Record<string, AnyMethod>>;
}

type MethodOf<Definition> =
  Definition extends MethodDefinition<infer Request, infer Response>
    ? Definition extends { readonly requestStream: true }
      ? UploadMethod<Request, Response>
      : Definition extends { readonly responseStream: true }
        ? WatchMethod<Request, Response>
        : Method<Request, Response>
    : never;
type PeerMethodOf<Definition> =
  Definition extends MethodDefinition<infer Request, infer Response> ? PeerMethod<Request, Response> : never;
type OpenMethodOf<Definition> =
  Definition extends MethodDefinition<infer Request, infer Response> ? OpenMethod<Request, Response> : never;

/** What admission has to know of a method that asks for a credential. */
export interface CallerTraits {
  readonly admits: 'callers';
  readonly scopes: readonly Scope[];
  readonly budget: Budget;
  readonly feature: PlanFeature | undefined;
}

/** The same of any method. Peers may call as often as they like. */
export type MethodTraits =
  | CallerTraits
  | { readonly admits: 'anybody'; readonly budget: AddressBudget }
  | { readonly admits: 'peers' };

const READS = /^(?:get|list|watch)/;

/** The traits of every method, by its full path. */
export function traitsByPath(services: readonly Service[]): ReadonlyMap<string, MethodTraits> {
  return new Map(
    services.flatMap(({ definition, methods, admits }) =>
      Object.entries(methods).map(
        ([name, method]) => [definition[name]!.path, traitsOf(admits, name, method)] as const,
      ),
    ),
  );
}

function traitsOf(admits: Admits, name: string, { scopes, budget, feature }: AnyMethod): MethodTraits {
  switch (admits) {
    case 'callers': {
      const known = budget as Budget | undefined;
      return { admits, scopes, budget: known ?? (READS.test(name) ? 'read' : 'manage'), feature };
    }
    case 'anybody':
      return { admits, budget: budget as AddressBudget };
    case 'peers':
      return { admits };
  }
}

/** Puts a generated definition and our methods together; a missing or mistyped method does not compile. */
export function defineService<Definition extends object>(
  definition: Definition,
  methods: { readonly [Name in keyof Definition]: MethodOf<Definition[Name]> },
): Service {
  return { definition, methods, admits: 'callers' } as unknown as Service;
}

/** The same for a service that only other processes of the installation may call. */
export function definePeerService<Definition extends object>(
  definition: Definition,
  methods: { readonly [Name in keyof Definition]: PeerMethodOf<Definition[Name]> },
): Service {
  return { definition, methods, admits: 'peers' } as unknown as Service;
}

/** The same for a service that anybody may call. */
export function defineOpenService<Definition extends object>(
  definition: Definition,
  methods: { readonly [Name in keyof Definition]: OpenMethodOf<Definition[Name]> },
): Service {
  return { definition, methods, admits: 'anybody' } as unknown as Service;
}
