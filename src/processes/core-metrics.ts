/** Prometheus metrics of the core: calls, rejections, runs, transactions, and the load of threads and connections. */
import { Counter, Gauge, Histogram, type Registry } from 'prom-client';
import { READY_PARTS } from '../contract/readiness.ts';
import { createProcessRegistry } from '../infra/telemetry/process-registry.ts';
import type { AnalysisPool } from '../pool/pool.ts';
import type { CoreCounts } from './core-counts.ts';

/** Metrics of one core. */
export interface CoreMetrics extends CoreCounts {
  readonly registry: Registry;
}

/** Creates the metrics. */
export function createCoreMetrics(pool: Pick<AnalysisPool, 'load'>): CoreMetrics {
  const registry = createProcessRegistry();
  const registers = [registry];
  const calls = new Histogram({
    name: 'flowarden_grpc_call_seconds',
    help: 'Time of gRPC calls that were admitted, by method and status.',
    labelNames: ['method', 'status'],
    buckets: [0.002, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30],
    registers,
  });
  const rejections = new Counter({
    name: 'flowarden_grpc_refusals_total',
    help: 'Errors that calls were answered with, by code; admitted or not.',
    labelNames: ['code'],
    registers,
  });
  const runs = new Histogram({
    name: 'flowarden_async_validation_seconds',
    help: 'Time from the submission of an asynchronous validation to the end of a run, by how that ended.',
    labelNames: ['end'],
    buckets: [0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30, 60, 120, 300, 900],
    registers,
  });
  const ready = new Gauge({
    name: 'flowarden_ready',
    help: 'Whether a part that calls need is well: 1 or 0.',
    labelNames: ['part'],
    registers,
  });
  addLoad(registry, pool);
  return {
    registry,
    observe(path, code, seconds) {
      calls.observe({ method: path.slice(path.lastIndexOf('.') + 1), status: code }, seconds);
    },
    observeRejection: (code) => rejections.inc({ code }),
    observeRun: (end, seconds) => runs.observe({ end }, Math.max(0, seconds)),
    observeReadiness(readiness) {
      for (const part of READY_PARTS) ready.set({ part }, readiness[part] === true ? 1 : 0);
    },
    counted: transactionCounter(registry),
    countedContents: contentCounter(registry),
  };
}

/** Adds the load of the threads, read at every scrape. */
function addLoad(registry: Registry, pool: Pick<AnalysisPool, 'load'>): void {
  const gauge = polledGauges(registry);
  gauge('flowarden_analysis_threads', 'Analysis threads of this core.', () => pool.load().threads);
  gauge('flowarden_analysis_running', 'Validations that have an analysis thread.', () => pool.load().running);
  gauge(
    'flowarden_analysis_waiting',
    'Validations that wait for an analysis thread.',
    () => pool.load().waiting,
  );
  new Counter({
    name: 'flowarden_analysis_threads_lost_total',
    help: 'Analysis threads that a file has ended: by taking too long, by using too much, or because its caller left.',
    registers: [registry],
    collect() {
      this.reset();
      this.inc(pool.load().lost);
    },
  });
}

/** Adds gauges whose values are read at every scrape. */
function polledGauges(registry: Registry) {
  return (name: string, help: string, value: () => number) =>
    new Gauge({
      name,
      help,
      registers: [registry],
      collect() {
        this.set(value());
      },
    });
}

/** Creates the counter of contents in the bucket that cannot be read. */
function contentCounter(registry: Registry): CoreCounts['countedContents'] {
  const unreadable = new Counter({
    name: 'flowarden_packs_unreadable_total',
    help: 'Reads of details of old results that were lost in the bucket, or not what their hash says.',
    registers: [registry],
  });
  return (sql) => {
    const { contents } = sql;
    if (contents === undefined) return sql;
    return {
      ...sql,
      contents: {
        async read(orgId, ids) {
          const found = await contents.read(orgId, ids);
          unreadable.inc([...found.values()].filter((content) => content === null).length);
          return found;
        },
      },
    };
  };
}

/** Creates the counter of transactions, with their wait for a connection. */
function transactionCounter(registry: Registry): CoreCounts['counted'] {
  const transactions = new Histogram({
    name: 'flowarden_database_transaction_seconds',
    help: 'Time of transactions with the wait for a connection, by whether they were committed.',
    labelNames: ['outcome'],
    buckets: [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10],
    registers: [registry],
  });
  let load = () => ({ open: 0, waiting: 0 });
  const gauge = polledGauges(registry);
  gauge('flowarden_database_connections', 'Connections to the database for calls.', () => load().open);
  gauge('flowarden_database_waiting', 'Transactions that wait for a connection.', () => load().waiting);
  return (sql) => {
    load = sql.load;
    return {
      ...sql,
      async begin(work, options) {
        const end = transactions.startTimer();
        try {
          const result = await sql.begin(work, options);
          end({ outcome: 'committed' });
          return result;
        } catch (error) {
          end({ outcome: 'rolled_back' });
          throw error;
        }
      },
    };
  };
}
