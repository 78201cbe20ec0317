/**
 * Deliveries process: calls the receivers of webhooks, audit and ticket targets, with access to deliveries, tickets and the audit
 * log alone and the key of their secrets.
 */
import { randomUUID } from 'node:crypto';
import { connectDeliveries, disconnect } from '../infra/database/database.ts';
import { requireServableSchema, waitForMigrations } from '../infra/database/servable-schema.ts';
import { createLogger, type Logger } from '../infra/logging/log.ts';
import { listenOn } from '../infra/network/listen-on.ts';
import { programVersion } from '../infra/process/install-root.ts';
import { enterRole, type RoleProcess } from '../infra/process/role-process.ts';
import { createSeal } from '../infra/sealing/seal.ts';
import { type Config, requireSetting } from '../infra/settings/config.ts';
import { startTracer } from '../infra/telemetry/start-tracer.ts';
import { openMaterial } from '../infra/tls/live-material.ts';
import type { SendTargetDeps } from '../service/audit-targets/sending/send-target.ts';
import { startAuditTargets } from '../service/audit-targets/sending/start-audit-targets.ts';
import { releaseTargetsOf } from '../service/audit-targets/sending/target-claims-store.ts';
import { startTicketTargets } from '../service/tickets/sending/start-ticket-targets.ts';
import { releaseTicketTargetsOf } from '../service/tickets/sending/ticket-claims-store.ts';
import { startDeliveriesHeartbeat } from '../service/webhooks/delivery/deliveries-heartbeat.ts';
import type { AttemptMetrics } from '../service/webhooks/delivery/delivery-metrics.ts';
import { startDeliveries } from '../service/webhooks/delivery/start-deliveries.ts';

/** Starts the process; signals end it. */
export async function runDeliveries(config: Config): Promise<void> {
  const databaseUrl = requireSetting(config, 'databaseUrl');
  const webhookKey = requireSetting(config, 'webhookKey');
  const role = enterRole('deliveries');
  const tracer = await startTracer(config.telemetry, 'deliveries', programVersion(), (error) =>
    log.warn({ err: error }, 'spans cannot be sent to the collector'),
  );
  if (tracer !== null) role.onStop(() => tracer.close());
  const log = createLogger(config.logLevel, 'deliveries', tracer, role.orphaned);
  role.logTo(log);
  const holder = `deliveries-${randomUUID()}`;
  const connect = (max: number) => connectDeliveries(databaseUrl, max, config.databasePooler);
  // A backlog must not delay the heartbeat.
  const [sql, beatSql] = [connect(2), connect(1)] as const;
  role.onStop(() => Promise.all([disconnect(sql), disconnect(beatSql)]));
  await waitForMigrations(beatSql, log);
  await requireServableSchema(beatSql);
  const { observe, observeTarget } = await countForMetrics(config, role, log);
  role.onStop(
    await startDeliveriesHeartbeat(beatSql, holder, log, async (inner, holders) => {
      await releaseTargetsOf(inner, holders);
      await releaseTicketTargetsOf(inner, holders);
    }),
  );
  role.onStop(startDeliveries(config, { sql, webhookKey, holder, log, tracer, observe }));
  // Backlogs of either must not wait for the other.
  const targetsSql = connect(2);
  role.onStop(() => disconnect(targetsSql));
  role.onStop(
    startAuditTargets(auditTargetDeps(config, { sql: targetsSql, webhookKey, log, observeTarget }), holder),
  );
  const ticketsSql = connect(2);
  role.onStop(() => disconnect(ticketsSql));
  const ticketDeps = {
    sql: ticketsSql,
    seal: createSeal(webhookKey),
    networks: config.ticketNetworks,
    log,
    version: programVersion(),
  };
  role.onStop(startTicketTargets(ticketDeps, holder));
  log.info({ holder }, 'deliveries are sent');
  role.ready();
}

/** Puts the sending to audit targets together from the configuration. */
function auditTargetDeps(
  { baseUrl, auditNetworks: networks }: Config,
  {
    webhookKey,
    observeTarget: observe,
    ...deps
  }: Pick<SendTargetDeps, 'sql' | 'log'> &
    Pick<AttemptMetrics, 'observeTarget'> & { readonly webhookKey: string },
): SendTargetDeps {
  const host = new URL(baseUrl).hostname;
  return { ...deps, seal: createSeal(webhookKey), networks, host, version: programVersion(), observe };
}

/** Counts and serves the metrics if their port is set. */
async function countForMetrics(
  { metricsHost: host, deliveriesMetricsPort: port, tls }: Config,
  role: RoleProcess,
  log: Logger,
): Promise<Pick<AttemptMetrics, 'observe' | 'observeTarget'>> {
  if (port === null) return { observe() {}, observeTarget() {} };
  const [{ createAttemptMetrics }, { listenForMetrics }] = await Promise.all([
    import('../service/webhooks/delivery/delivery-metrics.ts'),
    import('../infra/telemetry/metrics-listener.ts'),
  ]);
  const metrics = createAttemptMetrics();
  const secured = tls.server && openMaterial(tls.server, log);
  const listener = await listenOn('The deliveries', port, () =>
    listenForMetrics(() => metrics.registry.metrics(), host, port, secured),
  );
  role.onStop(listener.close);
  return metrics;
}
