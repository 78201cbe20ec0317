/** How a gRPC service of ours is written: a promise-returning function for each method and the scopes it asks for. */
import type { MethodDefinition } from '@grpc/grpc-js';
import type { Caller } from '../auth/caller.ts';
import type { Scope } from '../auth/scopes.ts';
import type { Budget } from '../limiter/budgets.ts';

/** What a method knows about its call besides the message. */
export interface CallContext {
  readonly caller: Caller;
  /** Taken over from `x-request-id` or made. */
  readonly requestId: string;
  /** Aborted when the caller has gone, the deadline has passed or the server must stop. */
  readonly signal: AbortSignal;
  readonly deadline: Date;
}

export interface Method<Request, Response> {
  /** The caller needs one of them; none: any authenticated caller may. */
  readonly scopes: readonly Scope[];
  /** What a call counts as. When absent, a method named get…, list… or watch… reads and any other manages. */
  readonly budget?: Budget;
  handle(request: Request, context: CallContext): Promise<Response> | Response;
}

/** A service without its types, as the server registers it. */
export interface Service {
  readonly definition: Readonly<Record<string, MethodDefinition<unknown, unknown>>>;
  readonly methods: Readonly<Record<string, Method<unknown, unknown>>>;
}

type MethodOf<Definition> =
  Definition extends MethodDefinition<infer Request, infer Response> ? Method<Request, Response> : never;

/** What admission has to know of a method. */
export interface MethodTraits {
  readonly scopes: readonly Scope[];
  readonly budget: Budget;
}

const READS = /^(?:get|list|watch)/;

/** The traits of every method, by its full path. */
export function traitsByPath(services: readonly Service[]): ReadonlyMap<string, MethodTraits> {
  return new Map(
    services.flatMap(({ definition, methods }) =>
      Object.entries(methods).map(([name, { scopes, budget }]) => {
        const traits = { scopes, budget: budget ?? (READS.test(name) ? 'read' : 'manage') } as const;
        return [definition[name]!.path, traits] as const;
      }),
    ),
  );
}

/** Puts a generated definition and our methods together; a missing or mistyped method does not compile. */
export function defineService<Definition extends object>(
  definition: Definition,
  methods: { readonly [Name in keyof Definition]: MethodOf<Definition[Name]> },
): Service {
  return { definition, methods } as unknown as Service;
}
