/** The settings of traces, by the names that OpenTelemetry has given them. */
import { httpAddress, oneOf, type Setting, trueOrFalse, type ValuesOf } from './setting-values.ts';

const PROTOCOLS = ['http/protobuf', 'http/json'] as const;
const SAMPLERS = [
  'always_on',
  'always_off',
  'traceidratio',
  'parentbased_always_on',
  'parentbased_always_off',
  'parentbased_traceidratio',
] as const;
const ROLES = ['core', 'gateway', 'jobs', 'deliveries'] as const;

/** Whether and how traces are collected. The exporter reads the rest of OpenTelemetry's settings by itself. */
export interface TelemetryConfig {
  readonly protocol: (typeof PROTOCOLS)[number];
  readonly sampler: (typeof SAMPLERS)[number];
  /** The part of traces that is collected, 0 to 1. */
  readonly ratio: number;
}

export const TELEMETRY_SETTINGS = {
  OTEL_EXPORTER_OTLP_ENDPOINT: {
    ...httpAddress,
    readers: ROLES,
    byDefault: null,
    meaning:
      'where traces are sent ([observability](observability.md)), as `http://collector:4318`; without it there are none',
  },
  OTEL_EXPORTER_OTLP_TRACES_ENDPOINT: {
    ...httpAddress,
    readers: ROLES,
    byDefault: null,
    meaning: 'the same, with the whole path, as `http://collector:4318/v1/traces`',
  },
  OTEL_EXPORTER_OTLP_PROTOCOL: {
    ...oneOf(PROTOCOLS),
    readers: ROLES,
    byDefault: '`http/protobuf`',
    meaning: 'how traces are written',
  },
  OTEL_TRACES_SAMPLER: {
    ...oneOf(SAMPLERS),
    readers: ROLES,
    byDefault: '`parentbased_always_on`',
    meaning:
      'which traces are collected; the ones that begin with `parentbased_` leave that to callers that send `traceparent`',
  },
  OTEL_TRACES_SAMPLER_ARG: {
    read: (text) => (/^(?:0(?:\.\d{1,9})?|1(?:\.0{1,9})?)$/.test(text) ? Number(text) : null),
    allowed: 'a number from 0 to 1',
    readers: ROLES,
    byDefault: '1',
    meaning: 'which part of the traces the samplers `traceidratio` collect',
  },
  OTEL_SDK_DISABLED: {
    ...trueOrFalse,
    readers: ROLES,
    byDefault: '`false`',
    meaning: '`true` collects no traces, whatever else is set',
  },
} as const satisfies Record<string, Setting<unknown>>;

/** How traces are collected; null: they are not. */
export function telemetryConfig(values: ValuesOf<typeof TELEMETRY_SETTINGS>): TelemetryConfig | null {
  const address = values.OTEL_EXPORTER_OTLP_TRACES_ENDPOINT ?? values.OTEL_EXPORTER_OTLP_ENDPOINT;
  if (address === undefined || values.OTEL_SDK_DISABLED) return null;
  return {
    protocol: values.OTEL_EXPORTER_OTLP_PROTOCOL ?? 'http/protobuf',
    sampler: values.OTEL_TRACES_SAMPLER ?? 'parentbased_always_on',
    ratio: values.OTEL_TRACES_SAMPLER_ARG ?? 1,
  };
}
