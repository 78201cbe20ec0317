/** What the core counts, for Prometheus: calls, their time, and how busy the analysis threads are. */
import { collectDefaultMetrics, Gauge, Histogram, Registry } from 'prom-client';
import type { AnalysisPool } from './pool.ts';
import type { RunEnd } from './run-validation.ts';

export interface CoreMetrics {
  /** Counts a finished call. */
  observe(path: string, code: string, seconds: number): void;
  /** Counts a run of a queued validation. */
  observeRun(end: RunEnd, seconds: number): void;
  /** The text that Prometheus reads. */
  text(): Promise<string>;
}

/** Makes the counters of one core. */
export function createCoreMetrics(pool: Pick<AnalysisPool, 'load'>): CoreMetrics {
  const registry = new Registry();
  collectDefaultMetrics({ register: registry });
  const calls = new Histogram({
    name: 'flowarden_grpc_call_seconds',
    help: 'Time of gRPC calls that were admitted, by method and status.',
    labelNames: ['method', 'status'],
    buckets: [0.002, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30],
    registers: [registry],
  });
  const runs = new Histogram({
    name: 'flowarden_async_validation_seconds',
    help: 'Time from the submission of an asynchronous validation to the end of a run, by how that ended.',
    labelNames: ['end'],
    buckets: [0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30, 60, 120, 300, 900],
    registers: [registry],
  });
  new Gauge({
    name: 'flowarden_analysis_waiting',
    help: 'Validations that wait for an analysis thread.',
    registers: [registry],
    collect() {
      this.set(pool.load().waiting);
    },
  });
  new Gauge({
    name: 'flowarden_analysis_threads',
    help: 'Analysis threads of this core.',
    registers: [registry],
    collect() {
      this.set(pool.load().threads);
    },
  });
  return {
    observe(path, code, seconds) {
      calls.observe({ method: path.slice(path.lastIndexOf('.') + 1), status: code }, seconds);
    },
    observeRun: (end, seconds) => runs.observe({ end }, Math.max(0, seconds)),
    text: () => registry.metrics(),
  };
}
