/** Counts and durations for Prometheus. */
import { Counter, collectDefaultMetrics, Gauge, Histogram, Registry } from 'prom-client';
import type { ErrorCode } from '../../src/errors.ts';

/** What one answered request was. */
export interface RequestFacts {
  readonly method: string;
  /** The pattern of the path; every unknown path counts as one, or anybody could fill the memory. */
  readonly route: string;
  readonly status: number;
  readonly seconds: number;
  /** The code of the error that it was answered with; null: none. */
  readonly code: ErrorCode | null;
}

/** The metrics of one gateway. */
export interface Metrics {
  readonly registry: Registry;
  /** Counts a request that has come. */
  begin(): void;
  /** Counts it when it is over. */
  count(facts: RequestFacts): void;
}

const METHODS = ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS'];

/** A registry of its own, so that several gateways can live in one process. */
export function createMetrics(options: { readonly process: boolean }): Metrics {
  const registry = new Registry();
  const registers = [registry];
  if (options.process) collectDefaultMetrics({ register: registry });
  const requests = new Counter({
    name: 'flowarden_http_requests_total',
    help: 'Answered HTTP requests.',
    labelNames: ['method', 'route', 'status'],
    registers,
  });
  const durations = new Histogram({
    name: 'flowarden_http_request_duration_seconds',
    help: 'Time from the first header to the end of the answer.',
    labelNames: ['method', 'route'],
    buckets: [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30, 60],
    registers,
  });
  const errors = new Counter({
    name: 'flowarden_http_errors_total',
    help: 'Errors that requests were answered with, by code.',
    labelNames: ['code'],
    registers,
  });
  const inFlight = new Gauge({
    name: 'flowarden_http_requests_in_flight',
    help: 'Requests that have come and are not answered yet.',
    registers,
  });
  return {
    registry,
    begin: () => inFlight.inc(),
    count({ method, route, status, seconds, code }) {
      const known = METHODS.includes(method) ? method : 'other';
      inFlight.dec();
      requests.inc({ method: known, route, status: String(status) });
      durations.observe({ method: known, route }, seconds);
      if (code !== null) errors.inc({ code });
    },
  };
}
