/** gRPC server: limits, admission, our services, health, reflection and graceful shutdown. */

import type { Http2SecureServer } from 'node:http2';
import { setTimeout as sleep } from 'node:timers/promises';
import {
  type MethodDefinition,
  Server,
  ServerCredentials,
  type UntypedServiceImplementation,
} from '@grpc/grpc-js';
import { CONTRACT_LIMITS } from '../../contract/limits.ts';
import type { Readiness } from '../../contract/readiness.ts';
import { AppError } from '../../errors.ts';
import type { IsPeer } from '../../infra/core/peer-token.ts';
import type { RequireRoom } from '../../infra/database/load-shedding.ts';
import { INFRA_LIMITS } from '../../infra/limits.ts';
import { onHttp2Server } from '../../infra/patches/http2-server.ts';
import { showRepeatedCredentials } from '../../infra/patches/repeated-credentials.ts';
import type { Tracer } from '../../infra/telemetry/tracer.ts';
import type { LiveMaterial } from '../../infra/tls/live-material.ts';
import { renewCertificates } from '../../infra/tls/secure-server.ts';
import type { Authenticate } from '../../service/access/authenticate.ts';
import { type IdentifyPerson, identifyNoPerson } from '../../service/access/sessions/identify-person.ts';
import type { Idempotency } from '../../service/idempotency/idempotency.ts';
import type { PlanGate } from '../../service/plans/plan-cache.ts';
import type { Limiter } from '../../service/rate-limits/limiter.ts';
import { HOUR_MS, MIB } from '../../units.ts';
import { createAdmission } from '../interceptors/admission.ts';
import {
  awaitMessage,
  identify,
  limitArrival,
  recheckAccess,
  shedLoad,
  takePermits,
} from '../interceptors/admission-steps.ts';
import { createArrivals } from '../interceptors/arrivals.ts';
import { createClientAddress, createGatewayCheck } from '../interceptors/client-address.ts';
import { RPC_LIMITS } from '../limits.ts';
import { accessService } from '../services/access/access-service.ts';
import { type CallLogOptions, createCallLog } from './call-log.ts';
import { limitConnections } from './connections.ts';
import { handlerOf, MALFORMED } from './handlers.ts';
import { addHealth } from './health.ts';
import type { CallHost } from './run-call.ts';
import { type Service, traitsByPath } from './service.ts';

/** Room in a gRPC message beside the largest file. It lets the error for a file over the limit name the file. */
export const RPC_MESSAGE_SLACK_BYTES = MIB;

/** Largest gRPC answer: 10,000 findings and their texts. */
const RPC_ANSWER_BYTES_MAX = 64 * MIB;

/** Time that the calls of a replaced connection have to end. */
const RPC_CONNECTION_GRACE_MS_MAX = HOUR_MS;

export interface RpcServerOptions extends CallLogOptions {
  readonly host: string;
  /** 0 takes any free port. */
  readonly port: number;
  readonly authenticate: Authenticate;
  /** Identifies people at the web app. Default: no one. */
  readonly identifyPerson?: IdentifyPerson;
  /** Identifies other processes of the installation. Default: none. */
  readonly isPeer?: IsPeer;
  readonly plans: PlanGate;
  readonly limiter: Limiter;
  /**
   * Token that gateways present, so that the client addresses they send are trusted; null or absent: no gateway is
   * trusted.
   */
  readonly gatewayToken?: string | null;
  /** Called with the version of a gateway for each of its calls. */
  readonly onGateway?: (version: string) => void;
  readonly idempotency: Idempotency;
  readonly services: readonly Service[];
  /** Certificates; null or absent: plain text. */
  readonly tls?: LiveMaterial | null;
  /** Null or absent: tracing is off. */
  readonly tracer?: Tracer | null;
  readonly requireRoom: RequireRoom;
  /** Time for a call without a deadline, in milliseconds. */
  readonly callMsDefault: number;
  /** Age at which connections are replaced, in milliseconds; default: that of the limits. */
  readonly connectionAgeMsMax?: number;
}

export interface RpcServer {
  readonly port: number;
  /** Resolves when reflection is available; calls are served before that. */
  readonly reflected: Promise<void>;
  /** Publishes the readiness in the health service; at first everything is ready. */
  showReadiness(readiness: Readiness): void;
  /** Takes no new calls, lets the running ones finish for `graceMs`, then ends the rest with `shutting_down`. */
  drain(graceMs: number): Promise<void>;
}

/** Time for the last answers to leave the machine, in milliseconds. */
const FLUSH_MS = 200;

const OPTIONS = {
  'grpc.max_receive_message_length': CONTRACT_LIMITS.fileBytesAsyncMax + RPC_MESSAGE_SLACK_BYTES,
  'grpc.max_send_message_length': RPC_ANSWER_BYTES_MAX,
  'grpc.max_concurrent_streams': CONTRACT_LIMITS.rpcStreamsMax,
  'grpc.max_connection_age_grace_ms': RPC_CONNECTION_GRACE_MS_MAX,
  'grpc.keepalive_time_ms': INFRA_LIMITS.rpcKeepaliveMs,
  'grpc.keepalive_timeout_ms': INFRA_LIMITS.rpcKeepaliveTimeoutMs,
  // Disables channelz: per-call bookkeeping that nothing reads.
  'grpc.enable_channelz': 0,
} as const;

/** Starts the server and resolves when it listens. */
export async function startRpcServer(options: RpcServerOptions): Promise<RpcServer> {
  const host: Omit<CallHost, 'admitted'> = {
    ...createCallLog(options),
    running: new Set(),
    callMsDefault: options.callMsDefault,
    idempotency: options.idempotency,
  };
  const { authenticate, plans, limiter, idempotency } = options;
  const { identifyPerson = identifyNoPerson, isPeer = () => false, gatewayToken = null } = options;
  const forCallers = options.services.filter(({ admits }) => admits === 'callers');
  const services = [...options.services, accessService(forCallers, plans)];
  const traits = traitsByPath(services);
  const isGateway = createGatewayCheck(gatewayToken);
  const arrivals = createArrivals();
  const admission = createAdmission({
    steps: [
      limitArrival,
      shedLoad(options.requireRoom),
      identify({ authenticate, identifyPerson, isPeer, limiter }),
      takePermits({ authenticate, plans, limiter, idempotency, arrivals }),
      awaitMessage(arrivals),
      recheckAccess({ authenticate, plans }),
    ],
    clientAddress: createClientAddress(isGateway, options.onGateway),
    traits,
    tracer: options.tracer ?? null,
    reject: host.reject,
  });
  const server = new Server({
    ...OPTIONS,
    'grpc.max_connection_age_ms': options.connectionAgeMsMax ?? RPC_LIMITS.rpcConnectionAgeMsMax,
    interceptors: [admission.interceptor],
  });
  const closeConnections = limitConnections(server, { isGateway, log: options.log });
  showRepeatedCredentials(server);
  for (const service of services) addService(server, service, { ...host, admitted: admission.admitted });
  const health = addHealth(server, namesOf(services), gatewayToken);
  const port = await bind(server, options, serverCredentials(server, options.tls ?? null));
  return {
    port,
    // Reflection reads every proto file; our own callers do not need it.
    reflected: import('./reflection.ts').then(({ addReflection }) => addReflection(server)),
    showReadiness: health.show,
    async drain(graceMs) {
      health.stop();
      await drain(server, graceMs, admission.callsUnderWay, host.running);
      closeConnections();
    },
  };
}

/** Turns a message that cannot be read into the caller's error; grpc-js would answer INTERNAL. */
function tolerant(deserialise: (bytes: Buffer) => unknown): (bytes: Buffer) => unknown {
  return (bytes) => {
    try {
      return deserialise(bytes);
    } catch {
      return MALFORMED;
    }
  };
}

function addService(server: Server, { definition, methods }: Service, host: CallHost): void {
  const definitions: Record<string, MethodDefinition<unknown, unknown>> = {};
  const handlers: UntypedServiceImplementation = {};
  for (const [name, method] of Object.entries(methods)) {
    const declared = definition[name]!;
    definitions[name] = { ...declared, requestDeserialize: tolerant(declared.requestDeserialize) };
    handlers[name] = handlerOf(declared, method, host);
  }
  server.addService(definitions, handlers);
}

/** Returns the names of the public services. */
function namesOf(services: readonly Service[]): string[] {
  const open = services.filter(({ admits }) => admits !== 'peers');
  return [...new Set([...traitsByPath(open).keys()].map((path) => path.split('/')[1]!))];
}

function bind(
  server: Server,
  { host, port }: Pick<RpcServerOptions, 'host' | 'port'>,
  credentials: ServerCredentials,
): Promise<number> {
  const address = `${host.includes(':') ? `[${host}]` : host}:${port}`;
  return new Promise((resolve, reject) => {
    server.bindAsync(address, credentials, (error, bound) => (error ? reject(error) : resolve(bound)));
  });
}

async function drain(
  server: Server,
  graceMs: number,
  callsUnderWay: () => number,
  running: ReadonlySet<AbortController>,
): Promise<void> {
  const giveUpMs = Date.now() + graceMs;
  const closed = new Promise<'closed'>((resolve) => server.tryShutdown(() => resolve('closed')));
  // A caller that watches our health holds its connection open, so an idle server need not wait for `closed`.
  while (callsUnderWay() > 0 && Date.now() < giveUpMs) {
    if ((await Promise.race([closed, sleep(20, 'later')])) === 'closed') return;
  }
  for (const controller of running) {
    controller.abort(new AppError('shutting_down', 'The service is restarting. Try again in a second.'));
  }
  await Promise.race([closed, sleep(FLUSH_MS)]);
  server.forceShutdown();
}

/** Creates the credentials, and updates the server when its certificates change. */
function serverCredentials(server: Server, tls: LiveMaterial | null): ServerCredentials {
  if (tls === null) return ServerCredentials.createInsecure();
  onHttp2Server(server, (http2Server) => renewCertificates(http2Server as Http2SecureServer, tls));
  const { ca, cert, key } = tls.current();
  return ServerCredentials.createSsl(ca, [{ cert_chain: cert!, private_key: key! }], ca !== null);
}
