/** Prometheus metrics of a jobs process: outcomes of its jobs, number and age of waiting ones, waiting deliveries. */
import { Counter, Gauge, Histogram, type Registry } from 'prom-client';
import type { Sql } from '../infra/database/connections.ts';
import { inTransaction } from '../infra/database/database.ts';
import { type QueueState, readQueueStates } from '../infra/queue/queue-state.ts';
import { createProcessRegistry } from '../infra/telemetry/process-registry.ts';
import { countPackedResults } from '../service/results/bodies/packable-results-store.ts';
import { readRetentionClock } from '../service/retention/retention-clock-store.ts';
import { createDeliveryGauges } from '../service/webhooks/delivery/delivery-metrics.ts';
import type { JobOutcome } from './runner.ts';
import { createStateGauges } from './state-gauges.ts';
import { TASKS } from './tasks.ts';

export interface JobMetrics {
  /** Counts a job that has ended. */
  observe(task: string, outcome: JobOutcome, seconds: number): void;
  /** Counts a job that starts, and the time since it was due. */
  observeStart(task: string, seconds: number): void;
  /** Counts a notification of new jobs. */
  observeSignal(): void;
  readonly registry: Registry;
  /** Returns the text for Prometheus; queries the database for waiting jobs and deliveries, which all processes share. */
  text(): Promise<string>;
}

/**
 * Creates the counters of one process.
 * @param inlineDays days after which details of results move to the bucket; null: there is none
 */
export function createJobMetrics(sql: Sql, inlineDays: number | null): JobMetrics {
  const registry = createProcessRegistry();
  const jobs = new Histogram({
    name: 'flowarden_job_seconds',
    help: 'Time of jobs that this process has run, by task and outcome.',
    labelNames: ['task', 'outcome'],
    buckets: [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30, 120],
    registers: [registry],
  });
  const delays = new Histogram({
    name: 'flowarden_job_delay_seconds',
    help: 'Time from when a job was due until this process started it, by task.',
    labelNames: ['task'],
    buckets: [0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30, 120, 600],
    registers: [registry],
  });
  const signals = new Counter({
    name: 'flowarden_job_signals_total',
    help: 'Notifications of new jobs that this process has received. Jobs that start without one were found by a look.',
    registers: [registry],
  });
  const gauge = (name: string, help: string) =>
    new Gauge({ name, help, labelNames: ['task'], registers: [registry] });
  const gauges: readonly (readonly [Gauge<'task'>, (state: QueueState) => number])[] = [
    [
      gauge('flowarden_jobs_waiting', 'Jobs that are due and that nobody runs yet.'),
      (state) => state.waiting,
    ],
    [gauge('flowarden_jobs_running', 'Jobs that some process runs.'), (state) => state.running],
    [gauge('flowarden_jobs_given_up', 'Jobs that nobody tries again.'), (state) => state.givenUp],
    [
      gauge('flowarden_jobs_oldest_seconds', 'For how long the oldest waiting job has been due.'),
      (state) => state.oldestSeconds,
    ],
  ];
  const total = (name: string, help: string) => new Gauge({ name, help, registers: [registry] });
  const packedResults = total(
    'flowarden_packed_results',
    'Results whose details have moved to the bucket so far.',
  );
  const packedBytes = total('flowarden_packed_bytes', 'Bytes of these details in the bucket, compressed.');
  const packFailures = total(
    'flowarden_pack_failures',
    'Attempts to move results to the bucket that failed.',
  );
  const retentionLag = new Gauge({
    name: 'flowarden_retention_lag_seconds',
    help: 'How far the clock of retention is behind the database. Nothing is deleted above a day.',
    registers: [registry],
  });
  const state = createStateGauges(registry, sql, inlineDays);
  const deliveries = createDeliveryGauges(registry, sql);
  return {
    registry,
    observe: (task, outcome, seconds) => jobs.observe({ task, outcome }, seconds),
    observeStart: (task, seconds) => delays.observe({ task }, seconds),
    observeSignal: () => signals.inc(),
    async text() {
      const [states, { lagMs }, packed] = await inTransaction(sql, (inner) =>
        Promise.all([
          readQueueStates(inner, Object.keys(TASKS)),
          readRetentionClock(inner),
          countPackedResults(inner),
        ]),
      );
      packedResults.set(packed.results);
      packedBytes.set(packed.bytes);
      packFailures.set(packed.failures);
      retentionLag.set(lagMs / 1_000);
      for (const [metric, value] of gauges) {
        for (const state of states) metric.set({ task: state.task }, value(state));
      }
      await state.refresh();
      await deliveries.refresh();
      return registry.metrics();
    },
  };
}
