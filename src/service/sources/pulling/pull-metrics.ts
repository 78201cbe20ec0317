/** Pulls for Prometheus: how those of a process end, how many it carries, and how often platforms throttle them. */
import { Counter, Gauge, type Registry } from 'prom-client';
import { createProcessRegistry } from '../../../infra/telemetry/process-registry.ts';
import type { PullVerdict } from '../pull.ts';

/** Way in which a pull leaves this process: by its verdict, or to the jobs that submit what was fetched. */
export type PullEnd = PullVerdict | 'fetched';

/** Counters of a pulls process. */
export interface PullCounters {
  /** Counts a pull that this process has nothing more to do for. */
  ended(end: PullEnd): void;
  /** Counts an answer by which a platform throttles. */
  throttled(): void;
  /** Records how many pulls run here. */
  running(pulls: number): void;
}

/** Makes the counters of one pulls process. */
export function createPullMetrics(): PullCounters & { readonly registry: Registry } {
  const registry = createProcessRegistry();
  const registers = [registry];
  const ends = new Counter({
    name: 'flowarden_pulls_total',
    help: 'Pulls and tests that this process has ended, by outcome; `fetched`: the jobs go on with what was fetched.',
    labelNames: ['outcome'],
    registers,
  });
  const throttles = new Counter({
    name: 'flowarden_pulls_throttled_total',
    help: 'How often a platform has throttled this process.',
    registers,
  });
  const running = new Gauge({
    name: 'flowarden_pulls_running',
    help: 'Pulls that this process carries on.',
    registers,
  });
  return {
    registry,
    ended: (outcome) => ends.inc({ outcome }),
    throttled: () => throttles.inc(),
    running: (pulls) => running.set(pulls),
  };
}
