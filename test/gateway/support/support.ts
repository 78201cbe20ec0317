/** A gateway on a real socket, and behind it a gRPC server that speaks the protocol with canned answers. */
import assert from 'node:assert/strict';
import { hash } from 'node:crypto';
import { once } from 'node:events';
import type { Server as HttpServer } from 'node:http';
import { type AddressInfo, connect } from 'node:net';
import {
  status as grpcStatus,
  type handleClientStreamingCall,
  type handleUnaryCall,
  Metadata,
  Server,
  ServerCredentials,
  ServerInterceptingCall,
  type ServerInterceptor,
  type ServerUnaryCall,
  type ServiceError,
} from '@grpc/grpc-js';
import { HealthImplementation } from 'grpc-health-check';
import { pino } from 'pino';
import { connectCore } from '../../../gateway/core/client.ts';
import {
  createClientAddress,
  createOrigin,
  type OriginOptions,
} from '../../../gateway/core/client-address.ts';
import { createReadiness } from '../../../gateway/core/readiness.ts';
import { tracedCore } from '../../../gateway/core/traced-core.ts';
import { createUploadMemory, type UploadLimits } from '../../../gateway/core/uploads/upload-memory.ts';
import type { Route } from '../../../gateway/endpoint/route.ts';
import { GATEWAY_LIMITS } from '../../../gateway/limits.ts';
import { buildOpenApi } from '../../../gateway/openapi/openapi.ts';
import type { WebApp } from '../../../gateway/pages/app/web-app.ts';
import { BODY_TIMES, type BodyTimes } from '../../../gateway/request/body-limits.ts';
import { createDiscardBudget, type DiscardLimits } from '../../../gateway/request/discard-body.ts';
import { createUnreadAnswers, type UnreadLimits } from '../../../gateway/response/unread-answers.ts';
import { routesOf } from '../../../gateway/routes/all-routes.ts';
import { createApp } from '../../../gateway/server/app.ts';
import { createMetrics } from '../../../gateway/server/metrics.ts';
import { createHttpServer, serveApp } from '../../../gateway/server/server.ts';
import { healthNameOfToken } from '../../../src/contract/readiness.ts';
import { AccessServiceService } from '../../../src/gen/flowarden/v1/access.ts';
import { RuleServiceService } from '../../../src/gen/flowarden/v1/rule.ts';
import {
  type GetValidationRequest,
  type GetValidationResponse,
  type ListValidationsRequest,
  type ListValidationsResponse,
  type UploadValidationRequest,
  type UploadValidationResponse,
  type ValidateRequest,
  type ValidateResponse,
  ValidationServiceService,
} from '../../../src/gen/flowarden/v1/validation.ts';
import { ErrorInfo, RetryInfo } from '../../../src/gen/google/rpc/error_details.ts';
import { Status } from '../../../src/gen/google/rpc/status.ts';
import type { Tracer } from '../../../src/infra/telemetry/tracer.ts';
import { GATEWAY_TOKEN } from '../../support/service/gateway-token.ts';
import { type Describe, watchAnswers } from './every-answer.ts';
import { RULE, RULE_DETAILS, resultMessage, runMessage } from './messages.ts';

export const ORG_ID = '3f0f7c1e-52c4-4b0e-9d0a-6b1f2a3c4d5e';
export const CREDENTIALS = { Authorization: 'ApiKey fwd_live_test', 'X-Org-Id': ORG_ID };

type Answer<Request, Response> = (call: ServerUnaryCall<Request, Response>) => Response | Promise<Response>;

/** Answers of the canned core; a test replaces those that it is about. */
export interface CoreAnswers {
  readonly validate: Answer<ValidateRequest, ValidateResponse>;
  readonly getValidation: Answer<GetValidationRequest, GetValidationResponse>;
  readonly listValidations: Answer<ListValidationsRequest, ListValidationsResponse>;
  /** Takes the messages of an upload. */
  readonly uploadValidation: handleClientStreamingCall<UploadValidationRequest, UploadValidationResponse>;
}

const DEFAULT_ANSWERS: CoreAnswers = {
  validate: () => ({ validation: resultMessage(), blocked: false }),
  getValidation: () => ({ validation: resultMessage(), run: undefined }),
  listValidations: () => ({ validations: [], nextCursor: '' }),
  uploadValidation: (call, done) => {
    call.resume();
    call.once('end', () => done(null, { run: runMessage() }));
  },
};

/** A gRPC server with our services. */
export interface TestCore {
  readonly port: number;
  readonly health: HealthImplementation;
  stop(): void;
}

export async function startCore(answers: Partial<CoreAnswers> = {}, port = 0): Promise<TestCore> {
  const all = { ...DEFAULT_ANSWERS, ...answers };
  const server = new Server({
    'grpc.max_receive_message_length': 16 * 1024 * 1024,
    interceptors: [admitAll],
  });
  server.addService(ValidationServiceService, {
    validate: unary(all.validate),
    getValidation: unary(all.getValidation),
    listValidations: unary(all.listValidations),
    uploadValidation: all.uploadValidation,
  });
  server.addService(AccessServiceService, { checkAccess: unary(() => ({})) });
  server.addService(RuleServiceService, {
    listRules: unary(() => ({ rules: [RULE] })),
    getRule: unary(() => ({ rule: RULE_DETAILS })),
    listPlatforms: unary(() => ({
      platforms: [{ platform: 'platform_1', title: 'UiPath', aliases: ['uipath'], ruleCount: 3 }],
    })),
  });
  const health = new HealthImplementation({
    '': 'SERVING',
    [healthNameOfToken(hash('sha256', GATEWAY_TOKEN))]: 'SERVING',
  });
  health.addToServer(server);
  const { promise, resolve, reject } = Promise.withResolvers<number>();
  server.bindAsync(`127.0.0.1:${port}`, ServerCredentials.createInsecure(), (error, bound) =>
    error ? reject(error) : resolve(bound),
  );
  return { port: await promise, health, stop: () => server.forceShutdown() };
}

/** Says at once that the message may come, as the core does for a caller that it admits. */
const admitAll: ServerInterceptor = (_method, call) =>
  new ServerInterceptingCall(call, {
    start: (next) =>
      next({
        onReceiveMetadata: (metadata, pass) => {
          call.sendMetadata(new Metadata());
          pass(metadata);
        },
      }),
  });

function unary<Request, Response>(answer: Answer<Request, Response>): handleUnaryCall<Request, Response> {
  return async (call, done) => {
    try {
      done(null, await answer(call));
    } catch (error) {
      done(error as ServiceError);
    }
  };
}

/** An error as the core sends it. */
export function coreError(
  code: keyof typeof grpcStatus,
  reason: string | null,
  message = 'What the core says.',
  retrySeconds?: number,
): Partial<ServiceError> {
  const metadata = new Metadata();
  if (reason !== null) {
    const info = {
      typeUrl: 'type.googleapis.com/google.rpc.ErrorInfo',
      value: Buffer.from(ErrorInfo.encode({ reason, domain: 'flowarden', metadata: {} }).finish()),
    };
    const retry = {
      typeUrl: 'type.googleapis.com/google.rpc.RetryInfo',
      value: Buffer.from(RetryInfo.encode({ retryDelay: { seconds: retrySeconds ?? 0, nanos: 0 } }).finish()),
    };
    const details = retrySeconds === undefined ? [info] : [info, retry];
    const encoded = Status.encode({ code: Number(grpcStatus[code]), message, details }).finish();
    metadata.set('grpc-status-details-bin', Buffer.from(encoded));
  }
  return { code: grpcStatus[code] as number, details: message, metadata };
}

/** A gateway to test. */
export interface TestGateway {
  readonly url: string;
  readonly port: number;
  readonly server: HttpServer;
  readonly logLines: string[];
  /** The metrics as Prometheus reads them. */
  metrics(): Promise<string>;
  stop(): Promise<void>;
}

export interface TestGatewayOptions {
  readonly corePort: number;
  /** Ports of further cores. */
  readonly otherCorePorts?: readonly number[];
  readonly bodyTimes?: Partial<BodyTimes>;
  /** Endpoints beside the real ones. */
  readonly routes?: readonly Route[];
  readonly freeScanner?: boolean;
  readonly draining?: AbortSignal;
  readonly readinessCacheMs?: number;
  readonly unreadLimits?: Partial<UnreadLimits>;
  readonly uploadLimits?: Partial<UploadLimits>;
  readonly discardLimits?: Partial<DiscardLimits>;
  readonly tracer?: Tracer;
  readonly origin?: Partial<OriginOptions>;
  /** The path under which a proxy shows it. */
  readonly basePath?: string;
  /** Default: none is built. */
  readonly webApp?: WebApp;
  readonly downloadsFolder?: string;
  /** Origin of a captcha provider; default: there is none. */
  readonly captchaOrigin?: string;
}

const describeRoutes =
  (routes: readonly Route[]): Describe =>
  (wireCase) =>
    buildOpenApi(['/'], routes, wireCase);
const DESCRIBES = new Map(
  [true, false].map((freeScanner) => [freeScanner, describeRoutes(routesOf({ freeScanner }))]),
);
/** Returns the same function for the same routes, whose documents are built once a process. */
const describeOurs = (freeScanner: boolean): Describe => DESCRIBES.get(freeScanner)!;

export async function startTestGateway(options: TestGatewayOptions): Promise<TestGateway> {
  const server = createHttpServer();
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  const url = `http://127.0.0.1:${port}`;
  const corePorts = [options.corePort, ...(options.otherCorePorts ?? [])];
  const addresses = corePorts.map((corePort) => `127.0.0.1:${corePort}`).join();
  const core = tracedCore(connectCore(addresses), options.tracer ?? null);
  const logLines: string[] = [];
  const { freeScanner = true } = options;
  const routes = [...routesOf({ freeScanner }), ...(options.routes ?? [])];
  const metrics = createMetrics({ process: false });
  const origin = { trustedProxies: [], gatewayToken: GATEWAY_TOKEN, ...options.origin };
  const app = createApp(routes, {
    core,
    readiness: createReadiness(core, origin.gatewayToken, options.readinessCacheMs ?? 0),
    baseUrl: url + (options.basePath ?? ''),
    originOf: createOrigin(origin),
    clientAddressOf: createClientAddress(origin.trustedProxies),
    unreadAnswers: createUnreadAnswers({ ...GATEWAY_LIMITS, ...options.unreadLimits }),
    uploadMemory: createUploadMemory({ ...GATEWAY_LIMITS, ...options.uploadLimits }),
    discardBudget: createDiscardBudget({ ...GATEWAY_LIMITS, ...options.discardLimits }),
    bodyTimes: { ...BODY_TIMES, ...options.bodyTimes },
    metrics,
    captchaOrigin: options.captchaOrigin ?? null,
    webApp: options.webApp ?? { current: () => null },
    downloadsFolder: options.downloadsFolder ?? '/nowhere',
    log: pino({ level: 'debug' }, { write: (line: string) => void logLines.push(line) }),
    tracer: options.tracer ?? null,
    draining: options.draining ?? new AbortController().signal,
  });
  const { listener, violations } = watchAnswers(
    app,
    options.routes === undefined ? describeOurs(freeScanner) : describeRoutes(routes),
  );
  serveApp(server, listener, url);
  return {
    url,
    port,
    server,
    logLines,
    metrics: () => metrics.registry.metrics(),
    async stop() {
      const closed = once(server, 'close');
      server.close();
      server.closeAllConnections();
      await closed;
      core.close();
      assert.deepEqual(violations, []);
    },
  };
}

/** A form with a small workflow and the platform, and other given fields. */
export function form(fields: Readonly<Record<string, string>> = {}, file = '<Activity/>'): FormData {
  const data = new FormData();
  for (const [name, value] of Object.entries({ platform: 'platform_1', ...fields })) data.append(name, value);
  data.append('file', new Blob([file]), 'Main.xaml');
  return data;
}

/** Sends bytes over a plain socket and gathers what comes back until the other side ends. */
export async function rawRequest(
  port: number,
  write: (socket: ReturnType<typeof connect>) => void | Promise<void>,
): Promise<{ readonly text: string; readonly milliseconds: number; readonly reset: boolean }> {
  const startedAtMs = performance.now();
  const socket = connect({ port, host: '127.0.0.1', allowHalfOpen: true });
  let text = '';
  let reset = false;
  socket.on('data', (chunk) => (text += chunk));
  socket.on('error', (error: NodeJS.ErrnoException) => (reset ||= error.code === 'ECONNRESET'));
  const ended = Promise.race([once(socket, 'end'), once(socket, 'close')]).catch(() => undefined);
  await once(socket, 'connect');
  await write(socket);
  await ended;
  socket.destroy();
  return { text, milliseconds: performance.now() - startedAtMs, reset };
}

/** The head of an upload over a plain socket. */
export function uploadHead(
  headers: Readonly<Record<string, string | number>>,
  path = '/api/v1/validate',
): string {
  const all = {
    Host: 'gateway',
    ...CREDENTIALS,
    'Content-Type': 'multipart/form-data; boundary=b',
    ...headers,
  };
  const lines = Object.entries(all).map(([name, value]) => `${name}: ${value}`);
  return `POST ${path} HTTP/1.1\r\n${lines.join('\r\n')}\r\n\r\n`;
}

/** A multipart body with the boundary `b`, built by hand so that it can be wrong. */
export function multipart(
  parts: readonly (readonly [disposition: string, content: string])[],
  end = '--b--\r\n',
): string {
  return (
    parts
      .map(
        ([disposition, content]) =>
          `--b\r\nContent-Disposition: form-data; ${disposition}\r\n\r\n${content}\r\n`,
      )
      .join('') + end
  );
}

export const FILE_PART = ['name="file"; filename="Main.xaml"', '<Activity/>'] as const;
export const PLATFORM_PART = ['name="platform"', 'platform_1'] as const;

/** Status and code of a raw answer. */
export function outcome(text: string): readonly [status: number, code: string] {
  const status = Number(/^HTTP\/1\.1 (\d{3})/.exec(text)?.[1]);
  return [status, /"code":"(\w+)"/.exec(text)?.[1] ?? ''];
}
