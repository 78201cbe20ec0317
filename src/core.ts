/** The core as a process: database, analysis threads and gRPC server, put together and taken apart in order. */
import { createAuthenticate } from './auth/authenticate.ts';
import { type Config, requireSetting } from './config.ts';
import { createCoreMetrics, listenForMetrics } from './core-metrics.ts';
import { programVersion } from './install-root.ts';
import { LIMITS } from './limits.ts';
import { createLogger } from './log.ts';
import { createPoisonGuard } from './poison-files.ts';
import type { AnalysisPool } from './pool.ts';
import { apiKeyService } from './rpc/api-key-service.ts';
import { ruleService } from './rpc/rule-service.ts';
import { startRpcServer } from './rpc/server.ts';
import { validationService } from './rpc/validation-service.ts';
import { RULES } from './rules/index.ts';
import { enterRole } from './serve/child.ts';
import { StartError } from './start-error.ts';
import { connectApplication, disconnect } from './store/database.ts';

/** Runs the core on threads that are starting: resolves when it serves; from then on signals end the process. */
export async function runCore(config: Config, starting: Promise<AnalysisPool>): Promise<void> {
  const { host, baseUrl } = config;
  const databaseUrl = requireSetting(config, 'databaseUrl');
  const pepper = requireSetting(config, 'keyPepper');
  const role = enterRole('core');
  const log = createLogger(config.logLevel, 'core');
  const sql = connectApplication(databaseUrl);
  role.onStop(() => disconnect(sql));
  const pool = await starting;
  role.onStop(() => pool.close());
  const metrics = createCoreMetrics(pool);
  const { coreMetricsPort } = config;
  if (coreMetricsPort !== null) {
    const listener = await named(coreMetricsPort, () => listenForMetrics(metrics, host, coreMetricsPort));
    role.onStop(listener.close);
  }
  const engineVersion = programVersion();
  const poison = createPoisonGuard(sql, engineVersion, (error) =>
    log.warn({ err: error }, 'a running analysis could not be noted'),
  );
  const tools = { sql, pool, poison, engineVersion };
  const server = await named(config.grpcPort, () =>
    startRpcServer({
      host,
      port: config.grpcPort,
      baseUrl,
      authenticate: createAuthenticate(sql, pepper),
      services: [
        validationService(tools, baseUrl, log),
        ruleService(RULES),
        apiKeyService({ sql, pepper, now: () => new Date() }),
      ],
      log,
      callMsDefault: LIMITS.engineRunMsMax,
      observe: metrics.observe,
    }),
  );
  role.onStop(() => server.drain(LIMITS.rpcDrainMsMax));
  log.info({ host, port: server.port, threads: config.workerThreads, rules: RULES.length }, 'gRPC listens');
  role.ready({ port: server.port });
}

/** How Node and grpc-js say that an address could not be had. */
const NOT_BOUND = /EADDR|EACCES|No address added/;

/** Says which port could not be had, as the operator can cure that. */
async function named<Listener>(port: number, listen: () => Promise<Listener>): Promise<Listener> {
  try {
    return await listen();
  } catch (cause) {
    if (!(cause instanceof Error && NOT_BOUND.test(cause.message))) throw cause;
    throw new StartError(`The core cannot listen on port ${port}: ${cause.message}.`, 1, { cause });
  }
}
