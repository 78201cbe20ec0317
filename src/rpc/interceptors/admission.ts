/** Admission: decides about a call by its headers, before a byte of its message is read. */
import {
  Metadata,
  type MethodDefinition,
  ServerInterceptingCall,
  type ServerInterceptingCallInterface,
  type ServerInterceptor,
  type StatusObject,
  status,
} from '@grpc/grpc-js';
import type { Teams } from '../../infra/async/narrowing.ts';
import { createReleases } from '../../infra/async/releases.ts';
import type { Tracer } from '../../infra/telemetry/tracer.ts';
import { isCaller, type Principal } from '../../service/access/caller.ts';
import type { MethodTraits } from '../server/service.ts';
import type { AdmissionStep, PendingCall } from './admission-steps.ts';
import { namedOrganisation, requestIdOf } from './call-headers.ts';
import { type CallSpan, inCallSpan, startCallSpan } from './call-span.ts';
import { addCallerFields, type FailedCall } from './caller-fields.ts';
import type { ClientAddress } from './client-address.ts';

/** State of an admitted call before its message. */
export interface Admitted
  extends Readonly<Pick<PendingCall, 'client' | 'repeat' | 'limitStatuses' | 'lost' | 'onEnd'>> {
  readonly principal: Principal;
  readonly requestId: string;
  /** Teams that its transactions are narrowed to. */
  readonly teams: Teams;
  /** Null when tracing is off. */
  readonly span: CallSpan | null;
}

export interface Admission {
  readonly interceptor: ServerInterceptor;
  /** Returns the decision about the call with this metadata object. */
  admitted(metadata: Metadata): Admitted;
  /** Returns the number of calls that have begun and not ended, including those whose message is still arriving. */
  callsUnderWay(): number;
}

export interface AdmissionOptions {
  /** Steps in their order. */
  readonly steps: readonly AdmissionStep[];
  readonly clientAddress: ClientAddress;
  /** Traits by the path of the method; health and reflection have none. */
  readonly traits: ReadonlyMap<string, MethodTraits>;
  readonly tracer: Tracer | null;
  /** Converts an error to a status, and logs it. */
  reject(error: unknown, call: FailedCall): StatusObject;
}

/** Header of a gateway that reads an upload only after its admission: the answer's metadata is sent at once then. */
const AWAIT_KEY = 'x-await-admission';

/** Creates the interceptor that admits calls by the steps, and the record of its decisions. */
export function createAdmission({
  steps,
  clientAddress,
  traits,
  tracer,
  reject,
}: AdmissionOptions): Admission {
  // The key is the object that grpc-js passes to both the interceptor and the method.
  const decisions = new WeakMap<Metadata, Admitted>();
  let underWay = 0;

  function guard(
    { path, responseStream }: Pick<MethodDefinition<unknown, unknown>, 'path' | 'responseStream'>,
    methodTraits: MethodTraits,
    call: ServerInterceptingCallInterface,
  ): ServerInterceptingCall {
    const arrival = createReleases();
    const end = createReleases();
    let span: CallSpan | null = null;
    return new ServerInterceptingCall(call, {
      start: (next) =>
        next({
          onReceiveMetadata: (metadata, pass) => {
            const requestId = requestIdOf(metadata.get('x-request-id'));
            const client = clientAddress(metadata, call.getPeer());
            span = startCallSpan(tracer, path, metadata);
            const stop = (error: unknown) => {
              const { principal } = pending;
              const rejection = reject(error, {
                path,
                requestId,
                client,
                principal,
                namedOrgId: namedOrganisation(metadata),
                limitStatuses: [],
              });
              span?.end(rejection.code);
              call.sendStatus(rejection);
            };
            const pending: PendingCall = {
              metadata,
              client,
              traits: methodTraits,
              isWatch: responseStream,
              principal: null,
              repeat: null,
              limitStatuses: [],
              lost: new AbortController().signal,
              onArrival: arrival.add,
              onEnd: end.add,
              stop,
              evict(error) {
                stop(error);
                end.run();
              },
            };
            underWay += 1;
            const decide = async () => {
              for (const step of steps) await step(pending);
              const { principal } = pending;
              if (principal === null) throw new Error('No step has identified the caller');
              const admitted = {
                ...pending,
                principal,
                requestId,
                span,
                teams: teamsOf(principal, methodTraits),
              };
              decisions.set(metadata, admitted);
              if (metadata.get(AWAIT_KEY).length > 0) {
                const early = new Metadata();
                addCallerFields(early, admitted);
                call.sendMetadata(early);
              }
              pass(metadata);
            };
            inCallSpan(tracer, span, 'admit', decide).catch(stop);
          },
          onReceiveHalfClose: (pass) => {
            arrival.run();
            pass();
          },
          // grpc-js calls this at the end of every call, not only of cancelled ones.
          onCancel: () => {
            underWay -= 1;
            span?.end(status.CANCELLED);
            arrival.run();
            end.run();
          },
        }),
    });
  }

  return {
    interceptor: (method, call) => {
      const methodTraits = traits.get(method.path);
      return methodTraits ? guard(method, methodTraits, call) : new ServerInterceptingCall(call);
    },
    admitted(metadata) {
      const decision = decisions.get(metadata);
      if (!decision) throw new Error('A call reached its method without having been admitted');
      return decision;
    },
    callsUnderWay: () => underWay,
  };
}

function teamsOf(principal: Principal, traits: MethodTraits): Teams {
  if (!isCaller(principal) || traits.admits !== 'callers' || traits.teams === 'act') return null;
  return principal.teams ?? null;
}
