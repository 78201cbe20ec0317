/** Core process: wires database, analysis threads and gRPC server, and stops them in order. */

import type { Rule } from '../analysis/model/rule.ts';
import { canServe, type Readiness } from '../contract/readiness.ts';
import { createSemaphore } from '../infra/async/semaphore.ts';
import { openBlobs } from '../infra/blobs/open-blobs.ts';
import { watchFiles } from '../infra/blobs/watch-files.ts';
import { createPeerCheck } from '../infra/core/peer-token.ts';
import type { Sql } from '../infra/database/connections.ts';
import { connectApplication, disconnect } from '../infra/database/database.ts';
import { createRoomCheck } from '../infra/database/load-shedding.ts';
import { newestMigration } from '../infra/database/migrations.ts';
import { createLogger, type Logger } from '../infra/logging/log.ts';
import { listenOn } from '../infra/network/listen-on.ts';
import { enterRole, type RoleProcess } from '../infra/process/child.ts';
import { programVersion } from '../infra/process/install-root.ts';
import { createSeal, createWebhookSeal } from '../infra/sealing/seal.ts';
import { bareEnvironment, type Config, requireSetting } from '../infra/settings/config.ts';
import { startTracer } from '../infra/telemetry/start-tracer.ts';
import { tracedSql } from '../infra/telemetry/traced-sql.ts';
import { type LiveMaterial, openMaterial } from '../infra/tls/live-material.ts';
import { LIMITS } from '../limits.ts';
import type { AnalysisPool } from '../pool/pool.ts';
import { createSandboxPool, type SandboxPool } from '../pool/sandbox-pool.ts';
import { tracedPool } from '../pool/traced-pool.ts';
import { startRpcServer } from '../rpc/server/server.ts';
import { apiKeyService } from '../rpc/services/api-key-service.ts';
import { auditService } from '../rpc/services/audit-service.ts';
import { environmentService } from '../rpc/services/environment-service.ts';
import { exceptionService } from '../rpc/services/exception-service.ts';
import { memberService } from '../rpc/services/member-service.ts';
import { organisationService } from '../rpc/services/organisation-service.ts';
import { projectRunService } from '../rpc/services/project-run-service.ts';
import { projectService } from '../rpc/services/project-service.ts';
import { ruleService } from '../rpc/services/rule-service.ts';
import { runService } from '../rpc/services/run-service.ts';
import { scannerService } from '../rpc/services/scanner-service.ts';
import { usageService } from '../rpc/services/usage-service.ts';
import { validationService } from '../rpc/services/validation-service.ts';
import { webhookService } from '../rpc/services/webhook-service.ts';
import { createAuthenticate } from '../service/access/authenticate.ts';
import type { CheckToken } from '../service/access/tokens/token.ts';
import type { ExceptionDeps } from '../service/exceptions/decide-exceptions.ts';
import { ANYBODY_IS_HUMAN, type CheckHuman, createCaptchaCheck } from '../service/free-scans/captcha.ts';
import { scanDeps } from '../service/free-scans/free-scan-deps.ts';
import { createIdempotency } from '../service/idempotency/idempotency.ts';
import { createPlanGate } from '../service/plans/plan-cache.ts';
import { createPolicyCache } from '../service/policy/policy-cache.ts';
import { findFinding } from '../service/projects/find-finding.ts';
import { projectDeps } from '../service/projects/project-deps.ts';
import { listProjectStatuses } from '../service/projects/store/projects.ts';
import { createLimiter, NO_LIMITS } from '../service/rate-limits/limiter.ts';
import { createPoisonGuard } from '../service/validations/poison-files.ts';
import { createRunWaiters } from '../service/validations/run-waiters.ts';
import { listRunStatuses } from '../service/validations/validation-runs-store.ts';
import { createAddressGuard } from '../service/webhooks/allowed-addresses.ts';
import type { WebhookDeps } from '../service/webhooks/endpoints.ts';
import { createResolve } from '../service/webhooks/resolve.ts';
import { type CoreCounts, NO_COUNTS } from './core-counts.ts';
import { watchReadiness } from './core-readiness.ts';

/** Runs the core on threads that are starting; resolves when it serves. Signals then end the process. */
export async function runCore(config: Config, starting: Promise<AnalysisPool>): Promise<void> {
  const { host, baseUrl, platformNames } = config;
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
    connectApplication(databaseUrl, config.databaseConnections, config.hasDatabasePooler),
    tracer,
  );
  role.onStop(() => disconnect(connected));
  const pool = tracedPool(await starting, tracer);
  role.onStop(() => pool.close());
  const counts = await countForMetrics(config, tls, pool, role);
  const sql = counts.counted(connected);
  const poison = createPoisonGuard(sql, engineVersion, (error) =>
    log.warn({ err: error }, 'a running analysis could not be recorded'),
  );
  const blobs = await openBlobs(sql, config.s3);
  role.onStop(async () => blobs.close());
  const files = watchFiles(blobs, log);
  role.onStop(async () => files.stop());
  const onWaitError = (error: unknown) =>
    log.warn({ err: error }, 'the validations that callers wait for could not be checked');
  const waitPermits = createSemaphore({ total: LIMITS.runWaitersMax, perKey: LIMITS.runWaitersOrgMax });
  const waiters = createRunWaiters(sql, listRunStatuses, waitPermits, onWaitError);
  const projectWaiters = createRunWaiters(sql, listProjectStatuses, waitPermits, onWaitError);
  const policies = createPolicyCache(sql, now);
  const webhooks = webhookDeps(config, sql, secretsKey);
  const deps = {
    sql,
    pool,
    poison,
    policies,
    engineVersion,
    baseUrl,
    platformNames,
    blobs,
    waiters,
    callbacks: webhooks,
  };
  const projects = projectDeps(deps, blobs, projectWaiters);
  const scanPool = tracedPool(scanProcess(log), tracer);
  role.onStop(() => scanPool.close());
  const scans = scanDeps({ sql, pool: scanPool, poison });
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
  const server = await listenOn('The core', config.grpcPort, () =>
    startRpcServer({
      host,
      port: config.grpcPort,
      tls,
      baseUrl,
      authenticate: createAuthenticate(sql, pepper, now, checkToken),
      isPeer: createPeerCheck(secretsKey),
      plans: createPlanGate(sql),
      limiter,
      requireRoom: createRoomCheck(sql),
      gatewayToken: config.gatewayToken,
      idempotency: createIdempotency(sql, createSeal(secretsKey)),
      services: [
        validationService(deps, log),
        ruleService(loadRules, platformNames),
        apiKeyService({ sql, pepper, now }),
        memberService({
          sql,
          issuer: config.tokens?.issuer ?? null,
          orgClaim: config.tokens?.orgClaim ?? null,
        }),
        auditService(sql),
        organisationService(sql, policies),
        environmentService(sql, policies),
        usageService(sql),
        exceptionService({ sql, now, findRule, findFinding }),
        webhookService(webhooks),
        runService(deps, log, counts.observeRun),
        projectService(projects),
        projectRunService(projects, log),
        ...(config.hasFreeScanner ? [scannerService(scans, humanCheck(config, log), platformNames)] : []),
      ],
      log,
      tracer,
      callMsDefault: LIMITS.engineRunMsMax,
      ...counts,
    }),
  );
  role.onStop(
    startLooking(
      connectApplication(databaseUrl, 1, config.hasDatabasePooler),
      log,
      files.areWell,
      (readiness) => {
        server.showReadiness(readiness);
        counts.observeReadiness(readiness);
      },
    ),
  );
  role.onStop(() => {
    // Calls that wait for the end of a run would only delay the others.
    waiters.close();
    projectWaiters.close();
    return server.drain(LIMITS.rpcDrainMsMax);
  });
  log.info({ host, port: server.port, tls: tls !== null, threads: config.workerThreads }, 'gRPC listens');
  role.ready({ port: server.port });
}

const now = () => new Date();

/** Reports the readiness, read over a connection of its own. Returns the function that stops it. */
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
  return () => {
    stop();
    return sql.end(0);
  };
}

function webhookDeps(config: Config, sql: Sql, secretsKey: string): WebhookDeps {
  const guard = createAddressGuard({
    allowsHttp: config.webhookAllowsHttp,
    allowedNetworks: config.webhookNetworks,
  });
  return {
    sql,
    seal: createWebhookSeal(secretsKey, config.webhookKey),
    guard,
    resolve: createResolve(),
    now,
  };
}

/** Creates the check of tokens if they are accepted: otherwise its library is not loaded. */
async function tokenCheck({ tokens }: Config, log: Logger): Promise<CheckToken | null> {
  if (tokens === null) return null;
  const { createTokenCheck } = await import('../service/access/tokens/token.ts');
  const onFailure = (error: unknown) =>
    log.warn({ err: error, jwksUrl: tokens.jwksUrl }, "the identity provider's keys could not be fetched");
  return createTokenCheck(tokens, { now, onFailure });
}

/** Creates the process for free scans. */
function scanProcess(log: Logger): SandboxPool {
  return createSandboxPool({
    queueMax: LIMITS.scanQueueMax,
    heapMiBMax: LIMITS.threadHeapMiBMax,
    idleMsMax: LIMITS.scanIdleMsMax,
    environment: bareEnvironment(),
    onDeath: (code, signal) => log.error({ code, signal }, 'the process for free scans ended by itself'),
  });
}

/** Creates the captcha check of visitors who leave an address, if it is configured. */
function humanCheck({ captcha }: Config, log: Logger): CheckHuman {
  if (captcha === null) return ANYBODY_IS_HUMAN;
  return createCaptchaCheck(captcha, (error) =>
    log.error({ err: error, verifyUrl: captcha.verifyUrl }, 'the captcha provider could not be reached'),
  );
}

/** Loads the catalogue on demand, as this thread rarely needs it: a start must not wait for it. */
async function loadRules(): Promise<readonly Rule[]> {
  const { RULES } = await import('../analysis/rules/index.ts');
  return RULES;
}

/** Finds the rule with this id. */
const findRule: ExceptionDeps['findRule'] = async (id) => (await loadRules()).find((rule) => rule.id === id);

/** Serves metrics if their port is set. Returns the counters of calls. */
async function countForMetrics(
  { coreMetricsPort: port, host }: Config,
  tls: LiveMaterial | null,
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
