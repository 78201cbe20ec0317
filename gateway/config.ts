/** The environment of the gateway, read once and checked as a whole. Nothing else in `gateway` reads it. */
import { isIP } from 'node:net';
import { z } from 'zod';
import { readNetworks } from '../src/network/networks.ts';
import { StartError } from '../src/start-error.ts';

/** What the gateway is told. */
export interface GatewayConfig {
  /** Address that REST listens on. */
  readonly host: string;
  /** Port of REST; 0 = any free one. */
  readonly port: number;
  /** `host:port` of the core. */
  readonly coreAddress: string;
  /** What links start with, without a slash at the end; null = `http://127.0.0.1:<port>`. */
  readonly baseUrl: string | null;
  /** Networks of the proxies whose `X-Forwarded-For` is believed. */
  readonly trustedProxies: readonly string[];
  /** What the core knows its gateways by; null: it counts what all REST clients do wrong together. */
  readonly gatewayToken: string | null;
  readonly logLevel: 'trace' | 'debug' | 'info' | 'warn' | 'error' | 'fatal' | 'silent';
}

const port = z
  .string()
  .regex(/^\d{1,5}$/)
  .transform(Number)
  .pipe(z.int().max(65_535));

interface GatewaySetting {
  readonly schema: z.ZodType;
  /** Completes the sentence "it must be …". */
  readonly allowed: string;
  /** How a refused value is shown, when it may hold a secret. */
  readonly show?: (value: string) => string;
}

/** Name → what it may be, and how that reads after "it must be". An unset or empty variable takes its default. */
const SETTINGS = {
  FLOWARDEN_HOST: {
    schema: z.union([z.ipv4(), z.ipv6(), z.literal('localhost')]).default('127.0.0.1'),
    allowed: 'an IP address, as 127.0.0.1 or 0.0.0.0',
  },
  FLOWARDEN_HTTP_PORT: { schema: port.default(8080), allowed: 'a whole number from 0 to 65535' },
  FLOWARDEN_GRPC_PORT: { schema: port.default(50_051), allowed: 'a whole number from 0 to 65535' },
  FLOWARDEN_CORE_ADDRESS: {
    schema: z
      .string()
      .regex(/^[^\s/]+:\d{1,5}$/)
      .nullable()
      .default(null),
    allowed: 'an address as host:50051',
  },
  FLOWARDEN_BASE_URL: {
    schema: z
      .url({ protocol: /^https?$/ })
      .nullable()
      .default(null),
    allowed: 'an http or https address',
  },
  FLOWARDEN_TRUSTED_PROXIES: {
    schema: z
      .string()
      .refine((text) => readNetworks(text) !== null)
      .transform((text) => readNetworks(text) ?? [])
      .default([]),
    allowed: 'networks separated by commas, as 10.20.0.0/16,fd00:1::/32',
  },
  FLOWARDEN_GATEWAY_TOKEN: {
    schema: z.string().trim().min(32).max(512).nullable().default(null),
    allowed: 'a secret of 32 to 512 characters',
    show: (value: string) => `a value of ${value.length} characters`,
  },
  FLOWARDEN_LOG_LEVEL: {
    schema: z.enum(['trace', 'debug', 'info', 'warn', 'error', 'fatal', 'silent']).default('info'),
    allowed: 'one of trace, debug, info, warn, error, fatal, silent',
  },
} as const satisfies Readonly<Record<string, GatewaySetting>>;

type SettingName = keyof typeof SETTINGS;
type Values = { readonly [Name in SettingName]: z.output<(typeof SETTINGS)[Name]['schema']> };

/** Reads the settings; all bad ones are reported at once. */
export function loadGatewayConfig(
  environment: Readonly<Record<string, string | undefined>> = process.env,
): GatewayConfig {
  const values = readSettings(environment);
  return Object.freeze({
    host: values.FLOWARDEN_HOST,
    port: values.FLOWARDEN_HTTP_PORT,
    coreAddress:
      values.FLOWARDEN_CORE_ADDRESS ?? coreBeside(values.FLOWARDEN_HOST, values.FLOWARDEN_GRPC_PORT),
    baseUrl: values.FLOWARDEN_BASE_URL?.replace(/\/+$/, '') ?? null,
    trustedProxies: values.FLOWARDEN_TRUSTED_PROXIES,
    gatewayToken: values.FLOWARDEN_GATEWAY_TOKEN,
    logLevel: values.FLOWARDEN_LOG_LEVEL,
  });
}

/** The core on the same machine: it listens where we do, and "everywhere" is also here. */
function coreBeside(host: string, grpcPort: number): string {
  if (host === '0.0.0.0') return `127.0.0.1:${grpcPort}`;
  if (isIP(host) === 6) return host === '::' ? `[::1]:${grpcPort}` : `[${host}]:${grpcPort}`;
  return `${host}:${grpcPort}`;
}

function readSettings(environment: Readonly<Record<string, string | undefined>>): Values {
  const values: Partial<Record<SettingName, unknown>> = {};
  const problems: string[] = [];
  for (const name of Object.keys(SETTINGS) as SettingName[]) {
    const text = environment[name] === '' ? undefined : environment[name];
    const { schema, allowed, show = JSON.stringify }: GatewaySetting = SETTINGS[name];
    const result = schema.safeParse(text);
    if (result.success) values[name] = result.data;
    else problems.push(`  ${name} is ${show(text ?? '')}; it must be ${allowed}.`);
  }
  if (problems.length === 0) return values as Values;
  const count = problems.length === 1 ? 'A setting is' : `${problems.length} settings are`;
  throw new StartError(`${count} not valid:\n${problems.join('\n')}`, 2);
}
