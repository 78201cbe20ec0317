/**
 * Settings of the gateway, read once from the environment and validated as a whole. No other file of `gateway` reads
 * it.
 */

import type { LogLevel } from '../../src/infra/logging/log-level.ts';
import { StartError } from '../../src/infra/process/start-error.ts';
import { addressOf } from '../../src/infra/settings/config.ts';
import { readSettings } from '../../src/infra/settings/setting-table.ts';
import { type TelemetryConfig, telemetryConfig } from '../../src/infra/settings/telemetry-setting.ts';
import { type TlsConfig, tlsConfig } from '../../src/infra/settings/tls-setting.ts';

/** Settings of the gateway. */
export interface GatewayConfig {
  /** Address of the REST listener. */
  readonly host: string;
  /** Port of REST; 0 = any free port. */
  readonly port: number;
  /** Port of the metrics; 0 = any free port, null = none. */
  readonly metricsPort: number | null;
  /** `host:port` of the core, or of several cores, separated by commas. */
  readonly coreAddress: string;
  readonly tls: TlsConfig;
  /** Prefix of links, without a trailing slash; null = this machine. */
  readonly baseUrl: string | null;
  /** Networks of the proxies whose `X-Forwarded-For` is trusted. */
  readonly trustedProxies: readonly string[];
  /** Token that identifies gateways to the core; null: the core counts the failures of all REST clients together. */
  readonly gatewayToken: string | null;
  /** True if visitors without an account may scan files. */
  readonly hasFreeScanner: boolean;
  readonly logLevel: LogLevel;
  /** Telemetry settings; null = tracing is off. */
  readonly telemetry: TelemetryConfig | null;
}

/** Loads the settings; all invalid ones are reported at once. */
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
