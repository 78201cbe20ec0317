/** Settings of traces, under OpenTelemetry's names. */
import {
  httpAddress,
  type KeyedOf,
  oneOf,
  type Setting,
  TRACED_ROLES,
  trueOrFalse,
} from './setting-values.ts';

const PROTOCOLS = ['http/protobuf', 'http/json'] as const;
const SAMPLERS = [
  'always_on',
  'always_off',
  'traceidratio',
  'parentbased_always_on',
  'parentbased_always_off',
  'parentbased_traceidratio',
] as const;

/** Telemetry settings. The exporter reads the rest of OpenTelemetry's settings itself. */
export interface TelemetryConfig {
  readonly protocol: (typeof PROTOCOLS)[number];
  readonly sampler: (typeof SAMPLERS)[number];
  /** Sampled share of traces, 0 to 1. */
  readonly ratio: number;
}

export const TELEMETRY_SETTINGS = {
  OTEL_EXPORTER_OTLP_ENDPOINT: {
    ...httpAddress,
    readers: TRACED_ROLES,
    meaning:
      'address of the collector of traces ([observability](observability.md)), such as `http://collector:4318`; without it, tracing is off',
  },
  OTEL_EXPORTER_OTLP_TRACES_ENDPOINT: {
    ...httpAddress,
    readers: TRACED_ROLES,
    meaning: 'address of the collector with the whole path, such as `http://collector:4318/v1/traces`',
  },
  OTEL_EXPORTER_OTLP_PROTOCOL: {
    ...oneOf(PROTOCOLS),
    readers: TRACED_ROLES,
    defaultValue: 'http/protobuf',
    meaning: 'encoding of traces',
  },
  OTEL_TRACES_SAMPLER: {
    ...oneOf(SAMPLERS),
    readers: TRACED_ROLES,
    defaultValue: 'parentbased_always_on',
    meaning:
      'sampler of traces; those that begin with `parentbased_` follow the decision of callers that send `traceparent`',
  },
  OTEL_TRACES_SAMPLER_ARG: {
    read: (text) => (/^(?:0(?:\.\d{1,9})?|1(?:\.0{1,9})?)$/.test(text) ? Number(text) : null),
    allowed: 'a number from 0 to 1',
    readers: TRACED_ROLES,
    defaultValue: 1,
    meaning: 'share of the traces that the samplers `traceidratio` collect',
  },
  OTEL_SDK_DISABLED: {
    ...trueOrFalse,
    readers: TRACED_ROLES,
    defaultValue: false,
    meaning: '`true` disables tracing, regardless of the other settings',
  },
} as const satisfies Record<string, Setting<unknown>>;

/** Builds the telemetry settings; null: tracing is off. */
export function telemetryConfig(values: KeyedOf<typeof TELEMETRY_SETTINGS>): TelemetryConfig | null {
  const address = values.otelExporterOtlpTracesEndpoint ?? values.otelExporterOtlpEndpoint;
  if (address === null || values.otelSdkDisabled) return null;
  return {
    protocol: values.otelExporterOtlpProtocol,
    sampler: values.otelTracesSampler,
    ratio: values.otelTracesSamplerArg,
  };
}
