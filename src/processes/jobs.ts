/** Jobs process: runs queued and scheduled jobs. */
import { openBlobs } from '../infra/blobs/open-blobs.ts';
import { connectCore } from '../infra/core/core-client.ts';
import type { Sql } from '../infra/database/connections.ts';
import { connectOwner, disconnect, inTransaction } from '../infra/database/database.ts';
import { requireServableSchema, waitForMigrations } from '../infra/database/servable-schema.ts';
import { createLogger, type Logger } from '../infra/logging/log.ts';
import { listenOn } from '../infra/network/listen-on.ts';
import { programVersion } from '../infra/process/install-root.ts';
import { enterRole, type RoleProcess } from '../infra/process/role-process.ts';
import type { RunnerName } from '../infra/queue/task.ts';
import { createWebhookSeal } from '../infra/sealing/seal.ts';
import { addressOf, type Config, requireSetting } from '../infra/settings/config.ts';
import { startTracer } from '../infra/telemetry/start-tracer.ts';
import { tracedSql } from '../infra/telemetry/traced-sql.ts';
import { coreAccess } from '../infra/tls/core-credentials.ts';
import { openMaterial } from '../infra/tls/live-material.ts';
import { startHeartbeat, unlockDead } from '../jobs/heartbeat.ts';
import type { JobMetrics } from '../jobs/metrics.ts';
import { requireSession } from '../jobs/require-session.ts';
import { startRunner } from '../jobs/runner.ts';
import { tasksOf } from '../jobs/tasks.ts';
import { recordMailState } from '../service/mail/mail-queue-store.ts';
import { resealWebhooks } from '../service/webhooks/reseal-webhooks-job.ts';

const RUNNERS: readonly RunnerName[] = ['interactive', 'batch'];

/** Runs until it is stopped. */
export async function runJobs(config: Config): Promise<void> {
  const databaseUrl = requireSetting(config, 'databaseUrl');
  const secretsKey = requireSetting(config, 'secretsKey');
  const process = enterRole('jobs');
  await requireSession(databaseUrl, config.databasePooler);
  const tracer = await startTracer(config.telemetry, 'jobs', programVersion(), (error) =>
    log.warn({ err: error }, 'spans cannot be sent to the collector'),
  );
  if (tracer !== null) process.onStop(() => tracer.close());
  const log = createLogger(config.logLevel, 'jobs', tracer, process.orphaned);
  process.logTo(log);
  const sql = tracedSql(connectOwner(databaseUrl, config.databaseConnections), tracer);
  process.onStop(() => disconnect(sql));
  await waitForMigrations(sql, log);
  await requireServableSchema(sql);
  const counts = await countForMetrics(config, sql, process, log);

  // Before the first query of the queue, so that jobs of a killed process are available.
  await unlockDead(sql, [], log);
  // The deliveries have only the current key.
  await resealWebhooks(sql, createWebhookSeal(secretsKey, config.webhookKey), log);
  await inTransaction(sql, (inner) => recordMailState(inner, config.mail !== null));
  const blobs = await openBlobs(sql, config.s3);
  process.onStop(async () => blobs.close());
  const address = config.coreAddress ?? addressOf(config.grpcHost, config.grpcPort);
  const core = connectCore(address, secretsKey, coreAccess(config.tls, address, log));
  process.onStop(async () => core.close());
  const { baseUrl, resultInlineDays } = config;
  const mail = config.mail && { server: config.mail, secretsKey };
  const deps = { sql, blobs, core, log, baseUrl, resultInlineDays, mail, signal: process.stopping };
  const runners = await Promise.all(
    // A runner without tasks would log an error every two seconds.
    RUNNERS.filter((name) => tasksOf(name).length > 0).map((name) =>
      startRunner({
        name,
        databaseUrl,
        connectionsMax: config.databaseConnections,
        deps,
        tracer,
        ...counts,
        ...(name === 'batch' && { observeSignal() {} }),
      }),
    ),
  );
  process.onStop(await startHeartbeat(sql, runners, log));
  process.onStop(() => Promise.all(runners.map((runner) => runner.stop())));
  process.ready();
  await Promise.race(runners.map(({ ended }) => ended));
  // Nothing else would detect it, as the process itself lives on: end it, and the supervisor starts a new one.
  if (!process.stopping.aborted) throw new Error('The queue ended by itself');
}

/** Counts and serves the metrics if their port is set. */
async function countForMetrics(
  { metricsHost: host, jobsMetricsPort: port, tls, s3, resultInlineDays }: Config,
  sql: Sql,
  process: RoleProcess,
  log: Logger,
): Promise<Pick<JobMetrics, 'observe' | 'observeStart' | 'observeSignal'>> {
  if (port === null) return { observe() {}, observeStart() {}, observeSignal() {} };
  const [{ createJobMetrics }, { listenForMetrics }] = await Promise.all([
    import('../jobs/metrics.ts'),
    import('../infra/telemetry/metrics-listener.ts'),
  ]);
  const metrics = createJobMetrics(sql, s3 === null ? null : resultInlineDays);
  const secured = tls.server && openMaterial(tls.server, log);
  const listener = await listenOn('The jobs', port, () =>
    listenForMetrics(metrics.text, host, port, secured),
  );
  process.onStop(listener.close);
  return metrics;
}
