/** A whole core for one test file: real Postgres, a real thread, a real gRPC server on a free port, and clients of it. */
import { randomBytes } from 'node:crypto';
import { after } from 'node:test';
import { type CallOptions, Client, credentials, Metadata, type ServiceError } from '@grpc/grpc-js';
import type { PlatformNaming } from '../../../src/analysis/model/platform.ts';
import type { S3Options } from '../../../src/infra/blobs/bucket-blobs.ts';
import { openBlobs, withContents } from '../../../src/infra/blobs/open-blobs.ts';
import { withOrganisation } from '../../../src/infra/database/database.ts';
import { createLogger, type Logger } from '../../../src/infra/logging/log.ts';
import { createAddressGuard } from '../../../src/infra/network/address-guard.ts';
import { createSeal, deriveSourcesKey } from '../../../src/infra/sealing/seal.ts';
import type { TokenIssuer } from '../../../src/infra/settings/issuer-setting.ts';
import type { LiveMaterial } from '../../../src/infra/tls/live-material.ts';
import type { AnalysisPool } from '../../../src/pool/pool.ts';
import { NO_COUNTS } from '../../../src/processes/core-counts.ts';
import { type CoreDeps, createCore } from '../../../src/processes/create-core.ts';
import type { RpcServer } from '../../../src/rpc/server/server.ts';
import type { Service } from '../../../src/rpc/server/service.ts';
import { createPasswords } from '../../../src/service/access/accounts/password-hash.ts';
import { hashApiKey, makeApiKey } from '../../../src/service/access/api-key.ts';
import { insertApiKey } from '../../../src/service/access/api-keys-store.ts';
import { type Authenticate, createAuthenticate } from '../../../src/service/access/authenticate.ts';
import { SCOPES, type Scope } from '../../../src/service/access/scopes.ts';
import {
  createProofVerification,
  type HumanVerification,
} from '../../../src/service/free-scans/proof-of-work.ts';
import type { Idempotency } from '../../../src/service/idempotency/idempotency.ts';
import { PLAN_LIMITS } from '../../../src/service/plans/limits.ts';
import type { ProjectDeps } from '../../../src/service/projects/project-deps.ts';
import { type Limiter, NO_LIMITS } from '../../../src/service/rate-limits/limiter.ts';
import type { RunWaiters } from '../../../src/service/validations/run-waiters.ts';
import type { WebhookDeps } from '../../../src/service/webhooks/webhooks.ts';
import { type TestDatabase, testDatabase, testOrganisation } from '../database/database.ts';
import { type RichError, richError } from '../rich-error.ts';
import { GATEWAY_TOKEN } from './gateway-token.ts';
import { lazyPool } from './lazy-pool.ts';
import { SECRETS_KEY } from './webhook.ts';

/** Issuer of the identity tokens of GitHub's jobs. */
export const GITHUB_ISSUER = 'https://token.actions.githubusercontent.com';
export const BASE_URL = 'http://flowarden.test';
/** Pepper of every core of a test file. */
export const PEPPER = randomBytes(32).toString('base64');

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
  /** Time for which rejected calls are counted together, in milliseconds. */
  readonly rejectionWindowMs?: number;
  /** Identity provider that people sign in at. */
  readonly atProvider?: CoreDeps['atProvider'];
  /** False: people sign in by links alone. */
  readonly allowsPasswords?: boolean;
  /** Names of platforms in answers; default: neutral. */
  readonly platformNames?: PlatformNaming;
  /** Threads of the caller, which also ends them. */
  readonly pool?: AnalysisPool;
  /** Where webhooks may lead; default: to public addresses, without name servers. */
  readonly webhooks?: Partial<Pick<WebhookDeps, 'guard' | 'resolve'>>;
  /** Without one there are no limits: most tests send as much as they like. */
  readonly limiter?: (database: TestDatabase) => Limiter;
  /** Issuers of CI identity tokens; default: GitHub, whose tokens no test has. */
  readonly tokenIssuers?: readonly TokenIssuer[];
  /** Verification by a captcha provider in place of proofs of work. */
  readonly captcha?: HumanVerification;
  /** True: leads need a proof of work. */
  readonly requiresLeadProof?: boolean;
  /** Clock of the free scanner's challenges. */
  readonly now?: () => Date;
  /** Bucket of files and old results; default: the database. */
  readonly bucket?: S3Options;
  /** Limits of projects that are not those of the product. */
  readonly projects?: Partial<Pick<ProjectDeps, 'archiveBytesMax'>>;
}

/** Starts a core. Everything ends after the file's last test. */
export async function testCore(options: TestCoreOptions = {}): Promise<TestCore> {
  const database = options.database ?? (await testDatabase());
  const quiet = options.log ?? createLogger('silent', 'test');
  const pool = options.pool ?? lazyPool();
  const blobs = await openBlobs(database.app, options.bucket ?? null);
  let plansLateMs = 0;
  const { services, callMsDefault, webhooks } = options;
  const core = await createCore({
    host: '127.0.0.1',
    port: 0,
    tls: options.tls ?? null,
    baseUrl: BASE_URL,
    platformNames: options.platformNames ?? 'neutral',
    engineVersion: '0.0.0-test',
    sql: withContents(database.app, blobs),
    blobs,
    pool,
    sandbox: pool,
    scanner: {
      pool,
      verification:
        options.captcha ??
        createProofVerification({
          sql: database.app,
          pepper: PEPPER,
          now: options.now ?? (() => new Date()),
          isRequired: options.requiresLeadProof ?? false,
        }),
    },
    pepper: PEPPER,
    secretsKey: SECRETS_KEY,
    webhookSeal: createSeal(SECRETS_KEY),
    sourceSeal: createSeal(deriveSourcesKey(SECRETS_KEY)),
    sourceNetworks: { allowsHttp: true, networks: [{ network: '127.0.0.0/8', orgId: null }] },
    auditNetworks: [{ network: '127.0.0.0/8', orgId: null }],
    ticketNetworks: [{ network: '127.0.0.0/8', orgId: null }],
    guard: createAddressGuard({ allowsHttp: false, allowedNetworks: [] }),
    resolve: async () => [],
    ...webhooks,
    issuer: options.atProvider?.tokens.issuer ?? 'https://login.example.org',
    orgClaim: null,
    groupsClaim: options.atProvider?.tokens.groupsClaim ?? 'groups',
    checkToken: undefined,
    atProvider: options.atProvider,
    allowsPasswords: options.allowsPasswords ?? true,
    passwords: createPasswords(PEPPER, { memoryKib: 64, passes: 1, lanes: 1 }),
    userTokens: null,
    tokenIssuers: options.tokenIssuers ?? [{ provider: 'github', url: GITHUB_ISSUER }],
    limiter: options.limiter?.(database) ?? NO_LIMITS,
    gatewayToken: GATEWAY_TOKEN,
    loadRules: async () => (await import('../../../src/analysis/rules/index.ts')).RULES,
    log: quiet,
    tracer: null,
    counts: NO_COUNTS,
    planClockMs: () => performance.now() + plansLateMs,
    ...(services === undefined ? {} : { services }),
    ...(callMsDefault === undefined ? {} : { callMsDefault }),
    ...(options.rejectionWindowMs === undefined ? {} : { rejectionWindowMs: options.rejectionWindowMs }),
    ...(options.projects === undefined ? {} : { projectLimits: options.projects }),
  });
  const { server, waiters, idempotency, authenticate } = core;
  const client = connect(server.port);
  after(async () => {
    client.close();
    await core.drain(0);
    blobs.close();
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
      plansLateMs += PLAN_LIMITS.planCacheMsMax;
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
