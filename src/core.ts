/** The core as a process: database, analysis threads and gRPC server, put together and taken apart in order. */
import { createAuthenticate } from './auth/authenticate.ts';
import { type Config, requireSetting } from './config.ts';
import { programVersion } from './install-root.ts';
import { LIMITS } from './limits.ts';
import { createLogger } from './log.ts';
import { createPool } from './pool.ts';
import { ruleService } from './rpc/rule-service.ts';
import { startRpcServer } from './rpc/server.ts';
import { validationService } from './rpc/validation-service.ts';
import { RULES } from './rules/index.ts';
import { enterRole } from './serve/child.ts';
import { connectApplication, disconnect } from './store/database.ts';

/** Runs the core: resolves when it serves; from then on signals end the process. */
export async function runCore(config: Config): Promise<void> {
  const role = enterRole('core');
  const log = createLogger(config.logLevel, 'core');
  const sql = connectApplication(requireSetting(config, 'databaseUrl'));
  role.onStop(() => disconnect(sql));
  const pool = await createPool({
    threads: config.workerThreads,
    queueMax: LIMITS.engineQueueMax,
    heapMiBMax: LIMITS.threadHeapMiBMax,
    onThreadError: (error) => log.error({ err: error }, 'an analysis thread died'),
  });
  role.onStop(() => pool.close());
  const tools = { sql, pool, engineVersion: programVersion() };
  const server = await startRpcServer({
    host: config.host,
    port: config.grpcPort,
    baseUrl: config.baseUrl,
    authenticate: createAuthenticate(sql, requireSetting(config, 'keyPepper')),
    services: [validationService(tools, config.baseUrl, log), ruleService(RULES)],
    log,
    callMsDefault: LIMITS.engineRunMsMax,
  });
  role.onStop(() => server.drain(LIMITS.rpcDrainMsMax));
  log.info({ host: config.host, port: server.port, threads: config.workerThreads }, 'gRPC listens');
  role.ready({ port: server.port });
}
