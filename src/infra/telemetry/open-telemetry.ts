/**
 * Tracer that sends its spans over OTLP. Importing this file loads the SDK, so it is loaded only when tracing is on.
 */
import { AsyncLocalStorage } from 'node:async_hooks';
import { setTimeout as sleep } from 'node:timers/promises';
import {
  type Span as ApiSpan,
  type Tracer as ApiTracer,
  type Context,
  SpanKind as Kind,
  ROOT_CONTEXT,
  type SpanContext,
  SpanStatusCode,
  TraceFlags,
  trace,
} from '@opentelemetry/api';
import {
  defaultResource,
  detectResources,
  envDetector,
  resourceFromAttributes,
} from '@opentelemetry/resources';
import {
  AlwaysOffSampler,
  AlwaysOnSampler,
  BatchSpanProcessor,
  ParentBasedSampler,
  type Sampler,
  type SpanExporter,
  TraceIdRatioBasedSampler,
  TracerProvider,
} from '@opentelemetry/sdk-trace';
import type { TelemetryConfig } from '../settings/telemetry-setting.ts';
import { parseTraceparent, traceparentOf } from './traceparent.ts';
import type { Span, SpanKind, SpanStart, Tracer } from './tracer.ts';

/** Time that a process which ends takes to send its last spans. */
const TRACES_CLOSE_MS_MAX = 2_000;

const KINDS = {
  server: Kind.SERVER,
  client: Kind.CLIENT,
  consumer: Kind.CONSUMER,
  internal: Kind.INTERNAL,
} as const satisfies Record<SpanKind, Kind>;

/** Creates the tracer of a process. `role` identifies the process; `OTEL_RESOURCE_ATTRIBUTES` may add more. */
export async function openTracer(
  config: TelemetryConfig,
  role: string,
  version: string,
  onFailure: (error: unknown) => void,
): Promise<Tracer> {
  const own = resourceFromAttributes({
    'service.name': `flowarden-${role}`,
    'service.namespace': 'flowarden',
    'service.version': version,
    'process.pid': process.pid,
  });
  const provider = new TracerProvider({
    resource: defaultResource()
      .merge(own)
      .merge(detectResources({ detectors: [envDetector] })),
    sampler: samplerOf(config),
    spanProcessors: [new BatchSpanProcessor({ exporter: reporting(await openExporter(config), onFailure) })],
  });
  const running = new AsyncLocalStorage<Span>();
  const tracer = provider.getTracer('flowarden', version);
  return {
    start: (start) => startSpan(tracer, running, start),
    current: () => running.getStore() ?? null,
    async close() {
      // Failures have been reported, and an unavailable collector must not delay a process that ends.
      const sent = provider.shutdown().catch(() => {});
      await Promise.race([sent, sleep(TRACES_CLOSE_MS_MAX, undefined, { ref: false })]);
    },
  };
}

/** Wraps the exporter so that the first failure in a row is reported: spans that cannot be sent are dropped. */
function reporting(exporter: SpanExporter, onFailure: (error: unknown) => void): SpanExporter {
  let failing = false;
  return {
    export(spans, done) {
      exporter.export(spans, (result) => {
        const failed = result.error !== undefined;
        if (failed && !failing) onFailure(result.error);
        failing = failed;
        done(result);
      });
    },
    shutdown: () => exporter.shutdown(),
    forceFlush: async () => exporter.forceFlush?.(),
  };
}

/** Loads the exporter of the protocol. Exporters read the rest of their settings from the environment themselves. */
async function openExporter({ protocol }: TelemetryConfig): Promise<SpanExporter> {
  if (protocol === 'http/json') {
    const { OTLPTraceExporter } = await import('@opentelemetry/exporter-trace-otlp-http');
    return new OTLPTraceExporter();
  }
  const { OTLPTraceExporter } = await import('@opentelemetry/exporter-trace-otlp-proto');
  return new OTLPTraceExporter();
}

function samplerOf({ sampler, ratio }: TelemetryConfig): Sampler {
  const root = {
    always_on: () => new AlwaysOnSampler(),
    always_off: () => new AlwaysOffSampler(),
    traceidratio: () => new TraceIdRatioBasedSampler(ratio),
  }[sampler.replace('parentbased_', '') as 'always_on' | 'always_off' | 'traceidratio']();
  return sampler.startsWith('parentbased_') ? new ParentBasedSampler({ root }) : root;
}

function startSpan(tracer: ApiTracer, running: AsyncLocalStorage<Span>, start: SpanStart): Span {
  const { name, kind = 'internal', attributes = {}, isLater = false, startMs } = start;
  const parent = start.parent === undefined ? (running.getStore()?.traceparent ?? null) : start.parent;
  const remote = parent === null ? null : spanContextOf(parent);
  const under: Context = remote === null ? ROOT_CONTEXT : trace.setSpanContext(ROOT_CONTEXT, remote);
  const inner = tracer.startSpan(
    name,
    {
      kind: KINDS[kind],
      attributes: { ...attributes },
      ...(isLater && remote !== null ? { links: [{ context: remote }] } : {}),
      ...(startMs === undefined ? {} : { startTime: startMs }),
    },
    under,
  );
  return wrap(inner, running);
}

function spanContextOf(traceparent: string): SpanContext | null {
  const parsed = parseTraceparent(traceparent);
  if (parsed === null) return null;
  const { traceId, spanId, isSampled } = parsed;
  return { traceId, spanId, traceFlags: isSampled ? TraceFlags.SAMPLED : TraceFlags.NONE, isRemote: true };
}

function wrap(inner: ApiSpan, running: AsyncLocalStorage<Span>): Span {
  const { traceId, spanId, traceFlags } = inner.spanContext();
  let ended = false;
  const span: Span = {
    traceId,
    traceparent: traceparentOf({ traceId, spanId, isSampled: (traceFlags & TraceFlags.SAMPLED) !== 0 }),
    rename: (name) => void inner.updateName(name),
    set: (attributes) => void inner.setAttributes({ ...attributes }),
    run: (work) => running.run(span, work),
    end(failure = null) {
      if (ended) return;
      ended = true;
      if (failure !== null) {
        inner.setAttribute('error.type', failure);
        inner.setStatus({ code: SpanStatusCode.ERROR });
      }
      inner.end();
    },
  };
  return span;
}
