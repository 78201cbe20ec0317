/** Core process: wires database, analysis threads and gRPC server, and stops them in order. */

import type { Rule } from '../analysis/model/rule.ts';
import { canServe, type Readiness } from '../contract/readiness.ts';
import { openBlobs, withContents } from '../infra/blobs/open-blobs.ts';
import { watchFiles } from '../infra/blobs/watch-files.ts';
import type { Sql } from '../infra/database/connections.ts';
import { connectApplication, disconnect } from '../infra/database/database.ts';
import { newestMigration } from '../infra/database/migrations.ts';
import { createLogger, type Logger } from '../infra/logging/log.ts';
import { createAddressGuard } from '../infra/network/address-guard.ts';
import { listenOn } from '../infra/network/listen-on.ts';
import { programVersion } from '../infra/process/install-root.ts';
import { enterRole, type RoleProcess } from '../infra/process/role-process.ts';
import { createSeal, createWebhookSeal, deriveSourcesKey } from '../infra/sealing/seal.ts';
import { bareEnvironment, type Config, requireSetting } from '../infra/settings/config.ts';
import { startTracer } from '../infra/telemetry/start-tracer.ts';
import { tracedSql } from '../infra/telemetry/traced-sql.ts';
import { openMaterial } from '../infra/tls/live-material.ts';
import { POOL_LIMITS } from '../pool/limits.ts';
import type { AnalysisPool } from '../pool/pool.ts';
import { createSandboxPool, type SandboxPool } from '../pool/sandbox-pool.ts';
import { tracedPool } from '../pool/traced-pool.ts';
import type { CheckToken } from '../service/access/tokens/token.ts';
import { createCaptchaCheck } from '../service/free-scans/captcha.ts';
import { createProofVerification, type HumanVerification } from '../service/free-scans/proof-of-work.ts';
import { createLimiter, NO_LIMITS } from '../service/rate-limits/limiter.ts';
import { createResolve } from '../service/webhooks/resolve.ts';
import { createHeardGateways, startCoreBeat } from './core-beat.ts';
import { type CoreCounts, NO_COUNTS } from './core-counts.ts';
import { watchReadiness } from './core-readiness.ts';
import { type CoreDeps, createCore } from './create-core.ts';

/** Idle time after which the process for free scans ends. */
const SCAN_IDLE_MS_MAX = 300_000;

/** Time that running calls get when the core stops; shorter than the supervisor's grace period. */
const RPC_DRAIN_MS_MAX = 8_000;

/** Free scans that may wait for their thread in one core. */
const SCAN_QUEUE_MAX = 32;

/** Runs the core on threads that are starting; resolves when it serves. Signals then end the process. */
export async function runCore(config: Config, starting: Promise<AnalysisPool>): Promise<void> {
  const { grpcHost: host, baseUrl, platformNames } = config;
  const databaseUrl = requireSetting(config, 'databaseUrl');
  const pepper = requireSetting(config, 'keyPepper');
  const secretsKey = requireSetting(config, 'secretsKey');
  const role = enterRole('core');
  const engineVersion = programVersion();
  const tracer = await startTracer(config.telemetry, 'core', engineVersion, (error) =>
    log.warn({ err: error }, 'spans cannot be sent to the collector'),
  );
  if (tracer !== null) role.onStop(() => tracer.close());
  const log = createLogger(config.logLevel, 'core', tracer, role.orphaned);
  role.logTo(log);
  const tls = config.tls.server && openMaterial(config.tls.server, log);
  const connected = tracedSql(
    connectApplication(databaseUrl, config.databaseConnections, config.databasePooler),
    tracer,
  );
  role.onStop(() => disconnect(connected));
  const pool = tracedPool(await starting, tracer);
  role.onStop(() => pool.close());
  const counts = await countForMetrics(config, tls, pool, role);
  const counted = counts.counted(connected);
  const blobs = await openBlobs(counted, config.s3);
  const sql = counts.countedContents(withContents(counted, blobs));
  role.onStop(async () => blobs.close());
  const files = watchFiles(blobs, log);
  role.onStop(async () => files.stop());
  const scanPool = tracedPool(scanProcess(log), tracer);
  role.onStop(() => scanPool.close());
  const checkToken = await tokenCheck(config, log);
  const limiter =
    config.limitFactor === 0
      ? NO_LIMITS
      : createLimiter({
          sql,
          factor: config.limitFactor,
          onError: (error) => log.warn({ err: error }, 'the shared limits could not be queried'),
        });
  role.onStop(() => limiter.close());
  const atProvider = await providerSignIn(config, secretsKey, log);
  const gateways = createHeardGateways();
  const core = await listenOn('The core', config.grpcPort, () =>
    createCore({
      host,
      port: config.grpcPort,
      tls,
      baseUrl,
      platformNames,
      keepsOutlines: config.outlines,
      engineVersion,
      sql,
      blobs,
      pool,
      sandbox: scanPool,
      scanner: config.freeScanner
        ? { pool: scanPool, verification: humanVerification(config, { sql, pepper, log }) }
        : undefined,
      pepper,
      secretsKey,
      webhookSeal: createWebhookSeal(secretsKey, config.webhookKey),
      sourceSeal: createSeal(config.sourcesKey ?? deriveSourcesKey(secretsKey)),
      sourceNetworks: { allowsHttp: config.sourceAllowHttp, networks: config.sourceNetworks },
      auditNetworks: config.auditNetworks,
      ticketNetworks: config.ticketNetworks,
      guard: createAddressGuard({
        allowsHttp: config.webhookAllowHttp,
        allowedNetworks: config.webhookNetworks,
      }),
      resolve: createResolve(),
      issuer: config.tokens?.issuer ?? null,
      orgClaim: config.tokens?.orgClaim ?? null,
      groupsClaim: config.tokens?.groupsClaim ?? null,
      checkToken,
      atProvider,
      allowsPasswords: config.localPasswords,
      userTokens: config.tokens,
      tokenIssuers: config.oidcIssuers,
      limiter,
      gatewayToken: config.gatewayToken,
      onGateway: gateways.hear,
      loadRules,
      log,
      tracer,
      counts,
    }),
  );
  // Calls do not use it: a flood of them must not look like an unavailable database.
  const lookSql = connectApplication(databaseUrl, 1, config.databasePooler);
  role.onStop(() => lookSql.end(0));
  role.onStop(startCoreBeat(lookSql, gateways, log));
  role.onStop(
    startLooking(lookSql, log, files.areWell, (readiness) => {
      core.server.showReadiness(readiness);
      counts.observeReadiness(readiness);
    }),
  );
  role.onStop(() => core.drain(RPC_DRAIN_MS_MAX));
  const { port } = core.server;
  log.info({ host, port, tls: tls !== null, threads: config.workerThreads }, 'gRPC listens');
  role.ready({ port });
}

const now = () => new Date();

/** Reports the readiness. Returns the function that stops it. */
function startLooking(
  sql: Sql,
  log: Logger,
  areFilesWell: () => boolean,
  notify: (readiness: Readiness) => void,
): () => Promise<void> {
  const stop = watchReadiness({
    sql,
    schemaVersion: newestMigration(),
    areFilesWell,
    onChange(readiness, cause) {
      notify(readiness);
      if (canServe(readiness)) log.info(readiness, 'calls can be served');
      else log.warn({ ...readiness, err: cause }, 'calls cannot be served');
    },
  });
  return async () => stop();
}

/** Creates the check of tokens if they are accepted: otherwise its library is not loaded. */
async function tokenCheck({ tokens }: Config, log: Logger): Promise<CheckToken | undefined> {
  if (tokens === null) return undefined;
  const { createTokenCheck } = await import('../service/access/tokens/token.ts');
  const onFailure = (error: unknown) =>
    log.warn({ err: error, jwksUrl: tokens.jwksUrl }, "the identity provider's keys could not be fetched");
  return createTokenCheck(tokens, { now, onFailure });
}

/** Creates the sign-in at the identity provider if it is configured: otherwise its library is not loaded. */
async function providerSignIn(
  { signIn, tokens, baseUrl }: Config,
  secretsKey: string,
  log: Logger,
): Promise<CoreDeps['atProvider']> {
  if (signIn === null || tokens === null) return undefined;
  const [{ createSignInProvider }, { createLogoutTokenCheck }] = await Promise.all([
    import('../service/access/oidc/provider.ts'),
    import('../service/access/tokens/logout-token.ts'),
  ]);
  const settings = { ...signIn, ...tokens, baseUrl };
  const seal = createSeal(secretsKey);
  const onFailure = (error: unknown) =>
    log.warn({ err: error, jwksUrl: tokens.jwksUrl }, "the identity provider's keys could not be fetched");
  return {
    provider: createSignInProvider(settings, seal, now),
    tokens,
    seal,
    checkLogout: createLogoutTokenCheck(settings, now, onFailure),
  };
}

/** Creates the process for free scans and for tests of policy packs. */
function scanProcess(log: Logger): SandboxPool {
  return createSandboxPool({
    queueMax: SCAN_QUEUE_MAX,
    heapMiBMax: POOL_LIMITS.threadHeapMiBMax,
    idleMsMax: SCAN_IDLE_MS_MAX,
    environment: bareEnvironment(),
    onDeath: (code, signal) => log.error({ code, signal }, 'the process for free scans ended by itself'),
  });
}

/** Creates the human verification of visitors who leave an address: by the captcha provider, if there is one. */
function humanVerification(
  { captcha, captchaWidget: widget, leadProof }: Config,
  { sql, pepper, log }: { readonly sql: Sql; readonly pepper: string; readonly log: Logger },
): HumanVerification {
  if (captcha === null)
    return createProofVerification({
      sql,
      pepper,
      now: () => new Date(),
      isRequired: leadProof === 'required',
    });
  const check = createCaptchaCheck(captcha, (error) =>
    log.error({ err: error, verifyUrl: captcha.verifyUrl }, 'the captcha provider could not be reached'),
  );
  return { check, makeChallenge: null, widget };
}

/** Loads the catalogue on demand, as this thread rarely needs it: a start must not wait for it. */
async function loadRules(): Promise<readonly Rule[]> {
  const { RULES } = await import('../analysis/rules/index.ts');
  return RULES;
}

/** Serves metrics if their port is set. Returns the counters of calls. */
async function countForMetrics(
  { coreMetricsPort: port, metricsHost: host }: Config,
  tls: CoreDeps['tls'],
  pool: AnalysisPool,
  role: RoleProcess,
): Promise<CoreCounts> {
  if (port === null) return NO_COUNTS;
  const [{ createCoreMetrics }, { listenForMetrics }] = await Promise.all([
    import('./core-metrics.ts'),
    import('../infra/telemetry/metrics-listener.ts'),
  ]);
  const metrics = createCoreMetrics(pool);
  const listener = await listenOn('The core', port, () =>
    listenForMetrics(() => metrics.registry.metrics(), host, port, tls),
  );
  role.onStop(listener.close);
  return metrics;
}
