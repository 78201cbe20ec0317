/** The core as a process: database, analysis threads and gRPC server, put together and taken apart in order. */
import { createAuthenticate } from './auth/authenticate.ts';
import { createPeerCheck } from './auth/peer-token.ts';
import type { CheckToken } from './auth/token.ts';
import { openBlobs } from './blobs/open-blobs.ts';
import { watchFiles } from './blobs/watch-files.ts';
import { bareEnvironment, type Config, requireSetting } from './config.ts';
import { type CoreCounts, NO_COUNTS } from './core-counts.ts';
import type { ExceptionTools } from './exceptions.ts';
import { createGuestPool, type GuestPool } from './guests/guest-pool.ts';
import { createIdempotency } from './idempotency.ts';
import { programVersion } from './install-root.ts';
import { createLimiter, NO_LIMITS } from './limiter/limiter.ts';
import { LIMITS } from './limits.ts';
import { listenOn } from './listen-on.ts';
import { createLogger, type Logger } from './log.ts';
import { canServe, type Readiness } from './model/readiness.ts';
import type { Rule } from './model/rule.ts';
import type { WebhookTools } from './org-webhooks.ts';
import { createRoomCheck } from './overload.ts';
import { createPlanGate } from './plan-gate.ts';
import { createPoisonGuard } from './poison-files.ts';
import { createPolicyMemory } from './policy-memory.ts';
import type { AnalysisPool } from './pool.ts';
import { projectTools } from './projects/tools.ts';
import { watchReadiness } from './readiness.ts';
import { apiKeyService } from './rpc/api-key-service.ts';
import { auditService } from './rpc/audit-service.ts';
import { environmentService } from './rpc/environment-service.ts';
import { exceptionService } from './rpc/exception-service.ts';
import { memberService } from './rpc/member-service.ts';
import { organisationService } from './rpc/organisation-service.ts';
import { projectRunService } from './rpc/project-run-service.ts';
import { projectService } from './rpc/project-service.ts';
import { ruleService } from './rpc/rule-service.ts';
import { runService } from './rpc/run-service.ts';
import { scannerService } from './rpc/scanner-service.ts';
import { startRpcServer } from './rpc/server.ts';
import { usageService } from './rpc/usage-service.ts';
import { validationService } from './rpc/validation-service.ts';
import { webhookService } from './rpc/webhook-service.ts';
import { createRunWaiters } from './run-waiters.ts';
import { ANYBODY_IS_HUMAN, type CheckHuman, createCaptchaCheck } from './scanner/captcha.ts';
import { scanTools } from './scanner/tools.ts';
import { createSeats } from './seats.ts';
import { enterRole, type RoleProcess } from './serve/child.ts';
import type { Sql } from './store/connections.ts';
import { connectApplication, disconnect } from './store/database.ts';
import { newestMigration } from './store/migrations.ts';
import { listProjectStatuses } from './store/projects.ts';
import { listRunStatuses } from './store/validation-runs.ts';
import { startTracer } from './telemetry/start-tracer.ts';
import { tracedPool } from './telemetry/traced-pool.ts';
import { tracedSql } from './telemetry/traced-sql.ts';
import { type LiveMaterial, openMaterial } from './tls/live-material.ts';
import { createAddressGuard } from './webhooks/address.ts';
import { createResolve } from './webhooks/resolve.ts';
import { createSeal, createWebhookSeal } from './webhooks/seal.ts';

/** Runs the core on threads that are starting: resolves when it serves; from then on signals end the process. */
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
    log.warn({ err: error }, 'a running analysis could not be noted'),
  );
  const blobs = await openBlobs(sql, config.s3);
  role.onStop(async () => blobs.close());
  const files = watchFiles(blobs, log);
  role.onStop(async () => files.stop());
  const onWaitError = (error: unknown) =>
    log.warn({ err: error }, 'the validations that somebody waits for could not be looked at');
  const waitSeats = createSeats(LIMITS.runWaitersMax, LIMITS.runWaitersOrgMax);
  const waiters = createRunWaiters(sql, listRunStatuses, waitSeats, onWaitError);
  const projectWaiters = createRunWaiters(sql, listProjectStatuses, waitSeats, onWaitError);
  const policies = createPolicyMemory(sql, now);
  const webhooks = webhookTools(config, sql, secretsKey);
  const tools = {
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
  const projects = projectTools(tools, blobs, projectWaiters);
  const scanPool = tracedPool(scanProcess(log), tracer);
  role.onStop(() => scanPool.close());
  const scans = scanTools({ sql, pool: scanPool, poison });
  const checkToken = await tokenCheck(config, log);
  const limiter =
    config.limitFactor === 0
      ? NO_LIMITS
      : createLimiter({
          sql,
          factor: config.limitFactor,
          onError: (error) => log.warn({ err: error }, 'the shared limits could not be asked'),
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
        validationService(tools, log),
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
        exceptionService({ sql, now, findRule }),
        webhookService(webhooks),
        runService(tools, log, counts.observeRun),
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
    // Who waits for something to end would only hold up the others.
    waiters.close();
    projectWaiters.close();
    return server.drain(LIMITS.rpcDrainMsMax);
  });
  log.info({ host, port: server.port, tls: tls !== null, threads: config.workerThreads }, 'gRPC listens');
  role.ready({ port: server.port });
}

const now = () => new Date();

/** Tells what is well, seen over a connection of its own. Returns what ends that. */
function startLooking(
  sql: Sql,
  log: Logger,
  areFilesWell: () => boolean,
  tell: (readiness: Readiness) => void,
): () => Promise<void> {
  const stop = watchReadiness({
    sql,
    schemaVersion: newestMigration(),
    areFilesWell,
    onChange(readiness, cause) {
      tell(readiness);
      if (canServe(readiness)) log.info(readiness, 'calls can be served');
      else log.warn({ ...readiness, err: cause }, 'calls cannot be served');
    },
  });
  return () => {
    stop();
    return sql.end(0);
  };
}

function webhookTools(config: Config, sql: Sql, secretsKey: string): WebhookTools {
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

/** The check of tokens, where they are accepted: others need not wait for its library. */
async function tokenCheck({ tokens }: Config, log: Logger): Promise<CheckToken | null> {
  if (tokens === null) return null;
  const { createTokenCheck } = await import('./auth/token.ts');
  const onFailure = (error: unknown) =>
    log.warn({ err: error, jwksUrl: tokens.jwksUrl }, "the identity provider's keys could not be fetched");
  return createTokenCheck(tokens, { now, onFailure });
}

/** Where free scans are analysed. */
function scanProcess(log: Logger): GuestPool {
  return createGuestPool({
    queueMax: LIMITS.scanQueueMax,
    heapMiBMax: LIMITS.threadHeapMiBMax,
    idleMsMax: LIMITS.scanIdleMsMax,
    environment: bareEnvironment(),
    onDeath: (code, signal) => log.error({ code, signal }, 'the process for free scans ended by itself'),
  });
}

/** The check of visitors who leave an address, where the operator wants it. */
function humanCheck({ captcha }: Config, log: Logger): CheckHuman {
  if (captcha === null) return ANYBODY_IS_HUMAN;
  return createCaptchaCheck(captcha, (error) =>
    log.error({ err: error, verifyUrl: captcha.verifyUrl }, 'the human verification could not be asked'),
  );
}

/** The catalogue, which this thread needs only when somebody asks for it: a start must not wait for it. */
async function loadRules(): Promise<readonly Rule[]> {
  const { RULES } = await import('./rules/index.ts');
  return RULES;
}

/** The rule with this id. */
const findRule: ExceptionTools['findRule'] = async (id) => (await loadRules()).find((rule) => rule.id === id);

/** Counts calls when there is a port to read the counts from. Returns what is to be told of each call. */
async function countForMetrics(
  { coreMetricsPort: port, host }: Config,
  tls: LiveMaterial | null,
  pool: AnalysisPool,
  role: RoleProcess,
): Promise<CoreCounts> {
  if (port === null) return NO_COUNTS;
  const [{ createCoreMetrics }, { listenForMetrics }] = await Promise.all([
    import('./core-metrics.ts'),
    import('./metrics-listener.ts'),
  ]);
  const metrics = createCoreMetrics(pool);
  const listener = await listenOn('The core', port, () =>
    listenForMetrics(() => metrics.registry.metrics(), host, port, tls),
  );
  role.onStop(listener.close);
  return metrics;
}
