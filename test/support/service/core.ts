/** A whole core for one test file: real Postgres, real threads, real gRPC server on a free port, and clients of it. */
import { randomBytes } from 'node:crypto';
import { after } from 'node:test';
import { type CallOptions, Client, credentials, Metadata, type ServiceError } from '@grpc/grpc-js';
import type { PlatformNaming } from '../../../src/analysis/model/platform.ts';
import { RULES } from '../../../src/analysis/rules/index.ts';
import { createSemaphore } from '../../../src/infra/async/semaphore.ts';
import { openBlobs } from '../../../src/infra/blobs/open-blobs.ts';
import { createPeerCheck } from '../../../src/infra/core/peer-token.ts';
import { withOrganisation } from '../../../src/infra/database/database.ts';
import { createRoomCheck } from '../../../src/infra/database/load-shedding.ts';
import { createLogger, type Logger } from '../../../src/infra/logging/log.ts';
import { createSeal } from '../../../src/infra/sealing/seal.ts';
import type { LiveMaterial } from '../../../src/infra/tls/live-material.ts';
import { LIMITS } from '../../../src/limits.ts';
import { type AnalysisPool, createPool } from '../../../src/pool/pool.ts';
import { type RpcServer, startRpcServer } from '../../../src/rpc/server/server.ts';
import type { Service } from '../../../src/rpc/server/service.ts';
import { apiKeyService } from '../../../src/rpc/services/api-key-service.ts';
import { auditService } from '../../../src/rpc/services/audit-service.ts';
import { environmentService } from '../../../src/rpc/services/environment-service.ts';
import { exceptionService } from '../../../src/rpc/services/exception-service.ts';
import { memberService } from '../../../src/rpc/services/member-service.ts';
import { organisationService } from '../../../src/rpc/services/organisation-service.ts';
import { projectRunService } from '../../../src/rpc/services/project-run-service.ts';
import { projectService } from '../../../src/rpc/services/project-service.ts';
import { ruleService } from '../../../src/rpc/services/rule-service.ts';
import { runService } from '../../../src/rpc/services/run-service.ts';
import { scannerService } from '../../../src/rpc/services/scanner-service.ts';
import { usageService } from '../../../src/rpc/services/usage-service.ts';
import { validationService } from '../../../src/rpc/services/validation-service.ts';
import { webhookService } from '../../../src/rpc/services/webhook-service.ts';
import { hashApiKey, makeApiKey } from '../../../src/service/access/api-key.ts';
import { insertApiKey } from '../../../src/service/access/api-keys-store.ts';
import { type Authenticate, createAuthenticate } from '../../../src/service/access/authenticate.ts';
import { SCOPES, type Scope } from '../../../src/service/access/scopes.ts';
import { ANYBODY_IS_HUMAN } from '../../../src/service/free-scans/captcha.ts';
import { scanDeps } from '../../../src/service/free-scans/free-scan-deps.ts';
import { createIdempotency, type Idempotency } from '../../../src/service/idempotency/idempotency.ts';
import { createPlanGate } from '../../../src/service/plans/plan-cache.ts';
import { createPolicyCache } from '../../../src/service/policy/policy-cache.ts';
import { findFinding } from '../../../src/service/projects/find-finding.ts';
import { type ProjectDeps, projectDeps } from '../../../src/service/projects/project-deps.ts';
import { listProjectStatuses } from '../../../src/service/projects/store/projects.ts';
import { type Limiter, NO_LIMITS } from '../../../src/service/rate-limits/limiter.ts';
import { createPoisonGuard } from '../../../src/service/validations/poison-files.ts';
import { createRunWaiters, type RunWaiters } from '../../../src/service/validations/run-waiters.ts';
import { listRunStatuses } from '../../../src/service/validations/validation-runs-store.ts';
import { createAddressGuard } from '../../../src/service/webhooks/allowed-addresses.ts';
import type { WebhookDeps } from '../../../src/service/webhooks/endpoints.ts';
import { type TestDatabase, testDatabase, testOrganisation } from '../database/database.ts';
import { type RichError, richError } from '../rich-error.ts';
import { GATEWAY_TOKEN } from './gateway-token.ts';
import { SECRETS_KEY } from './webhook.ts';

export const BASE_URL = 'http://flowarden.test';
const PEPPER = randomBytes(32).toString('base64');

/** What a caller sends along with each call. */
export interface Identity {
  readonly orgId: string;
  readonly key: string;
}

/** The part of a generated method that a call needs. */
interface UnaryMethod<Request, Response> {
  readonly path: string;
  readonly requestSerialize: (request: Request) => Buffer;
  readonly responseDeserialize: (bytes: Buffer) => Response;
}

/** What a call may have besides its message. */
export interface Extra {
  readonly headers?: Record<string, string>;
  readonly options?: CallOptions;
  /** The call is cancelled when this resolves. */
  cancelWhen?(): Promise<unknown>;
}

export interface TestCore {
  readonly database: TestDatabase;
  readonly pool: AnalysisPool;
  readonly server: RpcServer;
  readonly waiters: RunWaiters;
  readonly idempotency: Idempotency;
  /** The core believes nothing any more of what it knows about plans. */
  forgetPlans(): void;
  readonly authenticate: Authenticate;
  /** The check of another core, which remembers nothing yet. */
  freshAuthenticate(): Authenticate;
  /** A new organisation with a key of these scopes. */
  identity(scopes?: readonly Scope[], orgId?: string): Promise<Identity>;
  /** Calls a method; rejects with grpc-js's ServiceError. */
  call<Request, Response>(
    method: UnaryMethod<Request, Response>,
    request: Request,
    identity: Identity | null,
    extra?: Extra,
  ): Promise<Response>;
  /** Calls a method that takes many messages. */
  send<Request, Response>(
    method: UnaryMethod<Request, Response>,
    requests: readonly Request[],
    identity: Identity | null,
  ): Promise<Response>;
  /** Calls a method that must fail, and returns its decoded error. */
  rejection<Request, Response>(
    method: UnaryMethod<Request, Response>,
    request: Request,
    identity: Identity | null,
    extra?: Extra,
  ): Promise<RichError>;
}

/** Headers of a caller. */
export function headersOf(identity: Identity | null, extra: Record<string, string> = {}): Metadata {
  const metadata = new Metadata();
  if (identity) {
    metadata.set('authorization', `ApiKey ${identity.key}`);
    metadata.set('x-org-id', identity.orgId);
  }
  for (const [name, value] of Object.entries(extra)) metadata.set(name, value);
  return metadata;
}

/** What a test may replace. */
export interface TestCoreOptions {
  /** Default: one of its own. */
  readonly database?: TestDatabase;
  readonly services?: readonly Service[];
  readonly log?: Logger;
  /** What it encrypts with; its own client does not. */
  readonly tls?: LiveMaterial;
  readonly callMsDefault?: number;
  /** Names of platforms in answers; default: neutral. */
  readonly platformNames?: PlatformNaming;
  /** Threads of somebody else's, who also ends them. */
  readonly pool?: AnalysisPool;
  /** Where webhooks may lead; default: to public addresses, whatever name servers say. */
  readonly webhooks?: Partial<Pick<WebhookDeps, 'guard' | 'resolve'>>;
  /** Without one there are no limits: most tests send as much as they like. */
  readonly limiter?: (database: TestDatabase) => Limiter;
  /** Limits of projects that are not those of the product. */
  readonly projects?: Partial<Pick<ProjectDeps, 'archiveBytesMax'>>;
}

/** Starts a core. Everything ends after the file's last test. */
export async function testCore(options: TestCoreOptions = {}): Promise<TestCore> {
  const database = options.database ?? (await testDatabase());
  const quiet = options.log ?? createLogger('silent', 'test');
  const pool =
    options.pool ??
    (await createPool({
      threads: 1,
      queueMax: LIMITS.engineQueueMax,
      heapMiBMax: LIMITS.threadHeapMiBMax,
      onThreadError: () => {},
    }));
  const engineVersion = '0.0.0-test';
  const poison = createPoisonGuard(database.app, engineVersion, () => {});
  const blobs = await openBlobs(database.app, null);
  const waitPermits = createSemaphore({ total: LIMITS.runWaitersMax, perKey: LIMITS.runWaitersOrgMax });
  const waiters = createRunWaiters(database.app, listRunStatuses, waitPermits, () => {});
  const projectWaiters = createRunWaiters(database.app, listProjectStatuses, waitPermits, () => {});
  const policies = createPolicyCache(database.app, () => new Date());
  const webhooks = {
    sql: database.app,
    seal: createSeal(SECRETS_KEY),
    guard: createAddressGuard({ allowsHttp: false, allowedNetworks: [] }),
    resolve: async () => [],
    ...options.webhooks,
    now: () => new Date(),
  };
  const deps = {
    sql: database.app,
    pool,
    poison,
    policies,
    engineVersion,
    baseUrl: BASE_URL,
    platformNames: options.platformNames ?? 'neutral',
    blobs,
    waiters,
    callbacks: webhooks,
  };
  const projects = { ...projectDeps(deps, blobs, projectWaiters), ...options.projects };
  const authenticate = createAuthenticate(database.app, PEPPER);
  let plansLateMs = 0;
  const idempotency = createIdempotency(database.app, createSeal(SECRETS_KEY));
  const server = await startRpcServer({
    host: '127.0.0.1',
    port: 0,
    tls: options.tls ?? null,
    baseUrl: BASE_URL,
    authenticate,
    isPeer: createPeerCheck(SECRETS_KEY),
    plans: createPlanGate(database.app, () => performance.now() + plansLateMs),
    idempotency,
    limiter: options.limiter?.(database) ?? NO_LIMITS,
    requireRoom: createRoomCheck(database.app),
    gatewayToken: GATEWAY_TOKEN,
    services: options.services ?? [
      validationService(deps, quiet),
      runService(deps, quiet),
      ruleService(async () => RULES, options.platformNames),
      memberService({ sql: database.app, issuer: 'https://login.example.org', orgClaim: null }),
      auditService(database.app),
      apiKeyService({ sql: database.app, pepper: PEPPER, now: () => new Date() }),
      organisationService(database.app, policies),
      environmentService(database.app, policies),
      usageService(database.app),
      exceptionService({
        sql: database.app,
        now: () => new Date(),
        findRule: async (id) => RULES.find((rule) => rule.id === id),
        findFinding,
      }),
      webhookService(webhooks),
      projectService(projects),
      projectRunService(projects, quiet),
      scannerService(scanDeps({ sql: database.app, pool, poison }), ANYBODY_IS_HUMAN, options.platformNames),
    ],
    log: quiet,
    callMsDefault: options.callMsDefault ?? LIMITS.engineRunMsMax,
  });
  const client = connect(server.port);
  after(async () => {
    client.close();
    waiters.close();
    projectWaiters.close();
    await server.drain(0);
    if (pool !== options.pool) await pool.close();
  });
  const call: TestCore['call'] = (
    method,
    request,
    identity,
    { headers = {}, options = {}, cancelWhen } = {},
  ) =>
    new Promise((resolve, reject) => {
      const under = client.makeUnaryRequest(
        method.path,
        method.requestSerialize,
        method.responseDeserialize,
        request,
        headersOf(identity, headers),
        options,
        (error, response) => (error ? reject(error) : resolve(response!)),
      );
      void cancelWhen?.().then(() => under.cancel());
    });
  return {
    database,
    idempotency,
    forgetPlans() {
      plansLateMs += LIMITS.planCacheMsMax;
    },
    pool,
    server,
    waiters,
    authenticate,
    freshAuthenticate: () => createAuthenticate(database.app, PEPPER),
    call,
    send: ({ path, requestSerialize, responseDeserialize }, requests, identity) =>
      new Promise((resolve, reject) => {
        const under = client.makeClientStreamRequest(
          path,
          requestSerialize,
          responseDeserialize,
          headersOf(identity),
          {},
          (error, response) => (error ? reject(error) : resolve(response!)),
        );
        for (const request of requests) under.write(request);
        under.end();
      }),
    identity: (scopes = SCOPES, orgId) => newIdentity(database, scopes, orgId),
    async rejection(method, request, identity, extra) {
      try {
        await call(method, request, identity, extra);
      } catch (error) {
        return richError(error as ServiceError);
      }
      throw new Error('The call was answered, though it should have been refused');
    },
  };
}

/** A client of a server on this machine, with room for the largest messages. */
export function connect(port: number): Client {
  return new Client(`127.0.0.1:${port}`, credentials.createInsecure(), {
    'grpc.max_receive_message_length': -1,
    'grpc.max_send_message_length': -1,
    'grpc.use_local_subchannel_pool': 1,
  });
}

async function newIdentity(
  database: TestDatabase,
  scopes: readonly Scope[],
  known: string | undefined,
): Promise<Identity> {
  const orgId = known ?? (await testOrganisation(database));
  const { id, key } = makeApiKey();
  await withOrganisation(database.app, orgId, (sql) =>
    insertApiKey(sql, {
      id,
      orgId,
      name: 'Test key',
      keyHash: hashApiKey(key, PEPPER),
      scopes,
      expiresAt: new Date(Date.now() + 3_600_000),
    }),
  );
  return { orgId, key };
}
