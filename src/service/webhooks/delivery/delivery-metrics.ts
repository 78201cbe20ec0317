/** Deliveries for Prometheus: how the attempts of a process end and how long they take, and what waits for all of them. */

import { Counter, Gauge, Histogram, type Registry } from 'prom-client';
import type { Sql } from '../../../infra/database/connections.ts';
import { inTransaction } from '../../../infra/database/database.ts';
import { createProcessRegistry } from '../../../infra/telemetry/process-registry.ts';
import { MINUTE_MS } from '../../../units.ts';
import type { FinishedAttempt } from './attempts-store.ts';
import { countDisabledWebhooks, type DeliveryState, readDeliveryState } from './state-store.ts';

/** Deliveries in the queue that every scrape of the metrics counts; with more … */
export const DELIVERIES_COUNTED_MAX = 10_000;

/** … they are counted again after this. */
export const DELIVERY_COUNT_MS_MIN = MINUTE_MS;

/** Counters of a deliveries process. */
export interface AttemptMetrics {
  /** Counts an attempt that has ended. */
  observe(attempt: Pick<FinishedAttempt, 'outcome' | 'durationMs'>): void;
  /** Counts events that an audit target has confirmed, or a failed attempt. */
  observeTarget(kind: string, outcome: 'sent' | 'failed', count: number): void;
  readonly registry: Registry;
}

/** Makes the counters of one deliveries process. */
export function createAttemptMetrics(): AttemptMetrics {
  const registry = createProcessRegistry();
  const attempts = new Histogram({
    name: 'flowarden_delivery_attempt_seconds',
    help: 'Time of the attempts to deliver that this process has made, by outcome.',
    labelNames: ['outcome'],
    buckets: [0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 15],
    registers: [registry],
  });
  const targets = new Counter({
    name: 'flowarden_audit_target_events_total',
    help: 'Events that audit targets have confirmed (sent), and failed attempts (failed), by the kind of the target.',
    labelNames: ['kind', 'outcome'],
    registers: [registry],
  });
  return {
    registry,
    observeTarget: (kind, outcome, count) => targets.inc({ kind, outcome }, count),
    observe: ({ outcome, durationMs }) => attempts.observe({ outcome }, durationMs / 1000),
  };
}

/** Gauges of what waits for delivery, also while no deliveries process runs. */
export interface DeliveryGauges {
  /** Queries the database, which all processes share. Counts a long queue at most once in `deliveryCountMsMin`. */
  refresh(): Promise<void>;
}

/** Adds the gauges to a registry. `clock` returns milliseconds and never goes back. */
export function createDeliveryGauges(
  registry: Registry,
  sql: Sql,
  clock = () => performance.now(),
): DeliveryGauges {
  let nextCountMs = Number.NEGATIVE_INFINITY;
  const registers = [registry];
  const gauge = (name: string, help: string) => new Gauge({ name, help, registers });
  const gauges: Readonly<Record<keyof DeliveryState, Gauge>> = {
    waiting: gauge('flowarden_deliveries_waiting', 'Deliveries that are due and that nobody sends yet.'),
    oldestSeconds: gauge(
      'flowarden_deliveries_oldest_seconds',
      'For how long the oldest waiting delivery has been due.',
    ),
    sending: gauge('flowarden_deliveries_sending', 'Deliveries that some process sends.'),
    retrying: gauge('flowarden_deliveries_retrying', 'Deliveries whose next attempt is not due yet.'),
  };
  const disabled = new Gauge({
    name: 'flowarden_webhooks_disabled',
    help: 'Webhooks that get nothing, by reason.',
    labelNames: ['reason'],
    registers,
  });
  return {
    async refresh() {
      if (clock() < nextCountMs) return;
      const [state, reasons] = await inTransaction(sql, async (inner) => [
        await readDeliveryState(inner, new Date()),
        await countDisabledWebhooks(inner),
      ]);
      for (const [name, metric] of Object.entries(gauges)) metric.set(state[name as keyof DeliveryState]);
      for (const { reason, count } of reasons) disabled.set({ reason }, count);
      const { waiting, sending, retrying } = state;
      if (waiting + sending + retrying > DELIVERIES_COUNTED_MAX)
        nextCountMs = clock() + DELIVERY_COUNT_MS_MIN;
    },
  };
}
