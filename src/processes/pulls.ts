/**
 * Pulls process: lists and fetches what sources hold, with access to sources alone and the key of their credentials. Only it
 * opens connections to platforms.
 */
import { randomUUID } from 'node:crypto';
import { connectPulls, disconnect, inTransaction } from '../infra/database/database.ts';
import { requireServableSchema, waitForMigrations } from '../infra/database/servable-schema.ts';
import { createLogger, type Logger } from '../infra/logging/log.ts';
import { listenOn } from '../infra/network/listen-on.ts';
import { ownIdentity } from '../infra/process/process-identity.ts';
import { enterRole, type RoleProcess } from '../infra/process/role-process.ts';
import { beat } from '../infra/queue/job-processes.ts';
import { keepBeating } from '../infra/queue/keep-beating.ts';
import { createSeal } from '../infra/sealing/seal.ts';
import { type Config, requireSetting } from '../infra/settings/config.ts';
import { openMaterial } from '../infra/tls/live-material.ts';
import type { PullCounters } from '../service/sources/pulling/pull-metrics.ts';
import { startPulls } from '../service/sources/pulling/start-pulls.ts';

/** Starts the process; signals end it. */
export async function runPulls(config: Config): Promise<void> {
  const databaseUrl = requireSetting(config, 'databaseUrl');
  const sourcesKey = requireSetting(config, 'sourcesKey');
  const role = enterRole('pulls');
  const log = createLogger(config.logLevel, 'pulls', null, role.orphaned);
  role.logTo(log);
  const sql = connectPulls(databaseUrl, undefined, config.databasePooler);
  role.onStop(() => disconnect(sql));
  await waitForMigrations(sql, log);
  await requireServableSchema(sql);
  const counters = await countForMetrics(config, role, log);
  const holder = `pulls-${randomUUID()}`;
  const process = { ...ownIdentity(), poolId: holder };
  // Operators see it by its beat: its pulls have leases of their own.
  const once = () => inTransaction(sql, (inner) => beat(inner, process, 'pulls'));
  role.onStop(await keepBeating(sql, holder, log, once));
  const networks = { allowsHttp: config.sourceAllowHttp, networks: config.sourceNetworks };
  role.onStop(startPulls({ sql, seal: createSeal(sourcesKey), networks, log, counters }, holder));
  log.info({ holder }, 'sources are pulled');
  role.ready();
}

/** Counts and serves the metrics if their port is set. */
async function countForMetrics(
  { metricsHost: host, pullsMetricsPort: port, tls }: Config,
  role: RoleProcess,
  log: Logger,
): Promise<PullCounters | undefined> {
  if (port === null) return undefined;
  const [{ createPullMetrics }, { listenForMetrics }] = await Promise.all([
    import('../service/sources/pulling/pull-metrics.ts'),
    import('../infra/telemetry/metrics-listener.ts'),
  ]);
  const metrics = createPullMetrics();
  const secured = tls.server && openMaterial(tls.server, log);
  const listener = await listenOn('The pulls', port, () =>
    listenForMetrics(() => metrics.registry.metrics(), host, port, secured),
  );
  role.onStop(listener.close);
  return metrics;
}
