/** The jobs process: runs what has been put into the queue and what is due by the clock. */
import { openBlobs } from '../blobs/open-blobs.ts';
import { addressOf, type Config, requireSetting } from '../config.ts';
import { programVersion } from '../install-root.ts';
import { listenOn } from '../listen-on.ts';
import { createLogger, type Logger } from '../log.ts';
import { enterRole, type RoleProcess } from '../serve/child.ts';
import type { Sql } from '../store/connections.ts';
import { connectOwner, disconnect } from '../store/database.ts';
import { requireServableSchema } from '../store/servable-schema.ts';
import { startTracer } from '../telemetry/start-tracer.ts';
import { tracedSql } from '../telemetry/traced-sql.ts';
import { coreAccess } from '../tls/core-credentials.ts';
import { openMaterial } from '../tls/live-material.ts';
import { createWebhookSeal } from '../webhooks/seal.ts';
import { connectCore } from './core-client.ts';
import { keepBeating, unlockDead } from './heartbeat.ts';
import type { JobMetrics } from './metrics.ts';
import { requireSession } from './require-session.ts';
import { resealWebhooks } from './reseal-webhooks.ts';
import { startRunner } from './runner.ts';
import type { RunnerName } from './task.ts';
import { tasksOf } from './tasks.ts';

const RUNNERS: readonly RunnerName[] = ['interactive', 'batch'];

/** Runs until it is told to stop. */
export async function runJobs(config: Config): Promise<void> {
  const databaseUrl = requireSetting(config, 'databaseUrl');
  const secretsKey = requireSetting(config, 'secretsKey');
  const process = enterRole('jobs');
  await requireSession(databaseUrl, config.hasDatabasePooler);
  const tracer = await startTracer(config.telemetry, 'jobs', programVersion(), (error) =>
    log.warn({ err: error }, 'spans cannot be sent to the collector'),
  );
  if (tracer !== null) process.onStop(() => tracer.close());
  const log = createLogger(config.logLevel, 'jobs', tracer, process.orphaned);
  process.logTo(log);
  const sql = tracedSql(connectOwner(databaseUrl, config.databaseConnections), tracer);
  process.onStop(() => disconnect(sql));
  await requireServableSchema(sql);
  const { observe } = await countForMetrics(config, sql, process, log);

  // Before the first look into the queue, so that it finds what a killed process held.
  await unlockDead(sql, [], log);
  // Deliveries hold no key but the one that they are sealed with now.
  await resealWebhooks(sql, createWebhookSeal(secretsKey, config.webhookKey), log);
  const blobs = await openBlobs(sql, config.s3);
  process.onStop(async () => blobs.close());
  const address = config.coreAddress ?? addressOf(config.host, config.grpcPort);
  const core = connectCore(address, secretsKey, coreAccess(config.tls, address, log));
  process.onStop(async () => core.close());
  const tools = { sql, blobs, core, log, signal: process.stopping };
  const runners = await Promise.all(
    // A runner without tasks would complain of it every two seconds.
    RUNNERS.filter((name) => tasksOf(name).length > 0).map((name) =>
      startRunner({ name, databaseUrl, connectionsMax: config.databaseConnections, tools, tracer, observe }),
    ),
  );
  process.onStop(await keepBeating(sql, runners, log));
  process.onStop(() => Promise.all(runners.map((runner) => runner.stop())));
  process.ready();
  await Promise.race(runners.map(({ ended }) => ended));
  // Nothing else would notice, as the process itself lives on: end it, and the supervisor starts a new one.
  if (!process.stopping.aborted) throw new Error('The queue ended by itself');
}

/** Counts and serves the counters when there is a port for them: nobody else would read them. */
async function countForMetrics(
  { host, jobsMetricsPort: port, tls }: Config,
  sql: Sql,
  process: RoleProcess,
  log: Logger,
): Promise<Pick<JobMetrics, 'observe'>> {
  if (port === null) return { observe() {} };
  const [{ createJobMetrics }, { listenForMetrics }] = await Promise.all([
    import('./metrics.ts'),
    import('../metrics-listener.ts'),
  ]);
  const metrics = createJobMetrics(sql);
  const secured = tls.server && openMaterial(tls.server, log);
  const listener = await listenOn('The jobs', port, () =>
    listenForMetrics(metrics.text, host, port, secured),
  );
  process.onStop(listener.close);
  return metrics;
}
