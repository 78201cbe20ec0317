/**
 * Settings of the gateway, read once from the environment and validated as a whole. No other file of `gateway` reads
 * it.
 */

import { StartError } from '../../src/infra/process/start-error.ts';
import { addressOf, type Config, loadConfig } from '../../src/infra/settings/config.ts';

/** Settings of the gateway. */
export interface GatewayConfig extends Omit<Config, 'baseUrl' | 'coreAddress'> {
  /** `host:port` of the core, or of several cores, separated by commas. */
  readonly coreAddress: string;
  /** Prefix of links, without a trailing slash; null = this machine. */
  readonly baseUrl: string | null;
}

/** Loads the settings; all invalid ones are reported at once. */
export function loadGatewayConfig(
  environment: Readonly<Record<string, string | undefined>> = process.env,
): GatewayConfig {
  const config = loadConfig(environment, 'gateway');
  if (config.trustedProxies.length > 0 && config.gatewayToken === null) {
    throw new StartError(
      'FLOWARDEN_TRUSTED_PROXIES needs FLOWARDEN_GATEWAY_TOKEN: without it the core believes no gateway whom a request comes from. Give the gateway and the core the same secret, such as the output of `openssl rand -hex 32`.',
      2,
    );
  }
  return Object.freeze({
    ...config,
    coreAddress: config.coreAddress ?? addressOf(config.grpcHost, config.grpcPort),
    baseUrl: environment.FLOWARDEN_BASE_URL ? config.baseUrl : null,
  });
}
