/** Request counts and durations for Prometheus. */
import { Counter, Gauge, Histogram, Registry } from 'prom-client';
import type { ErrorCode } from '../../src/errors.ts';
import { createProcessRegistry } from '../../src/infra/telemetry/process-registry.ts';

/** Facts about an answered request. */
export interface RequestFacts {
  readonly method: string;
  /** Pattern of the path; all unknown paths count as one, as they could otherwise fill the memory. */
  readonly route: string;
  readonly status: number;
  readonly seconds: number;
  /** Error code of the answer; null: none. */
  readonly code: ErrorCode | null;
}

/** Metrics of one gateway. */
export interface Metrics {
  readonly registry: Registry;
  /** Counts a request at its start. */
  begin(): void;
  /** Counts a request at its end. */
  count(facts: RequestFacts): void;
}

const METHODS = ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS'];

/** Creates the metrics, in a registry of their own, so that one process can run several gateways. */
export function createMetrics(options: { readonly process: boolean }): Metrics {
  const registry = options.process ? createProcessRegistry() : new Registry();
  const registers = [registry];
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
