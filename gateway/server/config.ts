/** The environment of the gateway, read once and checked as a whole. Nothing else in `gateway` reads it. */

import type { LogLevel } from '../../src/infra/logging/log-level.ts';
import { StartError } from '../../src/infra/process/start-error.ts';
import { addressOf } from '../../src/infra/settings/config.ts';
import { readSettings } from '../../src/infra/settings/setting-table.ts';
import { type TelemetryConfig, telemetryConfig } from '../../src/infra/settings/telemetry-setting.ts';
import { type TlsConfig, tlsConfig } from '../../src/infra/settings/tls-setting.ts';

/** What the gateway is told. */
export interface GatewayConfig {
  /** Address that REST listens on. */
  readonly host: string;
  /** Port of REST; 0 = any free one. */
  readonly port: number;
  /** Port of the metrics; 0 = any free one, null = none. */
  readonly metricsPort: number | null;
  /** `host:port` of the core, or of several cores, separated by commas. */
  readonly coreAddress: string;
  readonly tls: TlsConfig;
  /** What links start with, without a slash at the end; null = this machine. */
  readonly baseUrl: string | null;
  /** Networks of the proxies whose `X-Forwarded-For` is believed. */
  readonly trustedProxies: readonly string[];
  /** What the core knows its gateways by; null: it counts what all REST clients do wrong together. */
  readonly gatewayToken: string | null;
  /** Whether anybody may scan files without an account. */
  readonly hasFreeScanner: boolean;
  readonly logLevel: LogLevel;
  /** How traces are collected; null = they are not. */
  readonly telemetry: TelemetryConfig | null;
}

/** Reads the settings; all bad ones are reported at once. */
export function loadGatewayConfig(
  environment: Readonly<Record<string, string | undefined>> = process.env,
): GatewayConfig {
  const values = readSettings(environment, 'gateway');
  const host = values.FLOWARDEN_HOST ?? '127.0.0.1';
  if (values.FLOWARDEN_TRUSTED_PROXIES !== undefined && values.FLOWARDEN_GATEWAY_TOKEN === undefined) {
    throw new StartError(
      'FLOWARDEN_TRUSTED_PROXIES needs FLOWARDEN_GATEWAY_TOKEN: without it the core believes no gateway whom a request comes from. Give the gateway and the core the same secret, such as the output of `openssl rand -hex 32`.',
      2,
    );
  }
  return Object.freeze({
    host,
    port: values.FLOWARDEN_HTTP_PORT ?? 8080,
    metricsPort: values.FLOWARDEN_GATEWAY_METRICS_PORT ?? null,
    coreAddress: values.FLOWARDEN_CORE_ADDRESS ?? addressOf(host, values.FLOWARDEN_GRPC_PORT ?? 50_051),
    tls: tlsConfig(values),
    baseUrl: values.FLOWARDEN_BASE_URL?.replace(/(?<!\/)\/+$/, '') ?? null,
    trustedProxies: values.FLOWARDEN_TRUSTED_PROXIES ?? [],
    gatewayToken: values.FLOWARDEN_GATEWAY_TOKEN ?? null,
    hasFreeScanner: values.FLOWARDEN_FREE_SCANNER ?? true,
    logLevel: values.FLOWARDEN_LOG_LEVEL ?? 'info',
    telemetry: telemetryConfig(values),
  });
}
