/** Counts and durations for Prometheus. */
import { Counter, collectDefaultMetrics, Histogram, Registry } from 'prom-client';

/** What one answered request was. */
export interface RequestFacts {
  readonly method: string;
  /** The pattern of the path; every unknown path counts as one, or anybody could fill the memory. */
  readonly route: string;
  readonly status: number;
  readonly seconds: number;
}

/** The metrics of one gateway. */
export interface Metrics {
  readonly contentType: string;
  count(facts: RequestFacts): void;
  text(): Promise<string>;
}

const METHODS = ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS'];

/** A registry of its own, so that several gateways can live in one process. */
export function createMetrics(options: { readonly process: boolean }): Metrics {
  const registry = new Registry();
  if (options.process) collectDefaultMetrics({ register: registry });
  const requests = new Counter({
    name: 'flowarden_http_requests_total',
    help: 'Answered HTTP requests.',
    labelNames: ['method', 'route', 'status'],
    registers: [registry],
  });
  const durations = new Histogram({
    name: 'flowarden_http_request_duration_seconds',
    help: 'Time from the first header to the end of the answer.',
    labelNames: ['method', 'route'],
    buckets: [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30, 60],
    registers: [registry],
  });
  return {
    contentType: registry.contentType,
    count({ method, route, status, seconds }) {
      const known = METHODS.includes(method) ? method : 'other';
      requests.inc({ method: known, route, status: String(status) });
      durations.observe({ method: known, route }, seconds);
    },
    text: () => registry.metrics(),
  };
}
