/** `docs/metrics.md`: every metric of every process, from the registries that count them. */
import type { Registry } from 'prom-client';
import { createMetrics } from '../gateway/server/metrics.ts';
import type { Sql } from '../src/infra/database/connections.ts';
import { createJobMetrics } from '../src/jobs/metrics.ts';
import { createCoreMetrics } from '../src/processes/core-metrics.ts';
import { createPullMetrics } from '../src/service/sources/pulling/pull-metrics.ts';
import { createAttemptMetrics } from '../src/service/webhooks/delivery/delivery-metrics.ts';
import { markdownTable } from '../src/text/markdown-table.ts';

/** Description of a metric in a registry of prom-client 15. */
interface Described {
  readonly name: string;
  readonly help: string;
  readonly type: string;
  readonly labelNames: readonly string[];
}

/** Returns the whole document. */
export function metricsDocument(): string {
  // Neither is called before the values are read.
  const core = createCoreMetrics({ load: () => ({ threads: 0, running: 0, waiting: 0, lost: 0 }) });
  const jobs = createJobMetrics(undefined as unknown as Sql, null);
  return `# Metrics

Generated from the source: \`npm run generate\`.

Every process has metrics for Prometheus at \`/metrics\` on a port of its own: \`FLOWARDEN_GATEWAY_METRICS_PORT\`,
\`FLOWARDEN_CORE_METRICS_PORT\`, \`FLOWARDEN_JOBS_METRICS_PORT\`, \`FLOWARDEN_DELIVERIES_METRICS_PORT\` and \`FLOWARDEN_PULLS_METRICS_PORT\` ([settings](settings.md)). Labels are closed sets: patterns of
paths, methods, codes and tasks, never an organisation, a file or an address. The gauges of the jobs are read from
the database: take the maximum over processes, not the sum. A queue of more than 10,000 deliveries is counted once a minute, and so are plans, partitions and
results that wait for the bucket.
[deploy/grafana](../deploy/grafana/flowarden.json) has a dashboard,
[deploy/prometheus](../deploy/prometheus/alerts.yaml) alerts.

Beside these there are the usual ones of a process of Node.js: \`process_cpu_seconds_total\`, \`process_resident_memory_bytes\`,
\`process_open_fds\`, \`nodejs_eventloop_lag_p99_seconds\`, \`nodejs_heap_size_used_bytes\`, \`nodejs_gc_duration_seconds\` and more.

${section('Gateway', createMetrics({ process: true }).registry)}

${section('Core', core.registry)}

${section('Jobs', jobs.registry)}

${section('Deliveries', createAttemptMetrics().registry)}

${section('Pulls', createPullMetrics().registry)}
`;
}

function section(title: string, registry: Registry): string {
  const metrics = (registry.getMetricsAsArray() as unknown as Described[]).filter(({ name }) =>
    name.startsWith('flowarden_'),
  );
  const rows = metrics.map(({ name, type, labelNames, help }) => [
    `\`${name}\``,
    type,
    labelNames.map((label) => `\`${label}\``).join(', '),
    help,
  ]);
  return `## ${title}\n\n${markdownTable(['metric', 'type', 'labels', 'what it says'], rows)}`;
}
