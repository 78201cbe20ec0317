/** The settings of encryption, which belong together: what this process serves with, and how it calls the core. */

import { StartError } from '../process/start-error.ts';
import { pathOf, type Setting, type ValuesOf } from './setting-values.ts';

/** A file that a setting names. */
export interface SettingFile {
  readonly setting: string;
  readonly path: string;
}

/** Files in PEM form, for one side of a connection: who it is, and whom it trusts. */
export interface TlsFiles {
  /** The certificate, followed by those between it and the authority. */
  readonly cert: SettingFile | null;
  readonly key: SettingFile | null;
  /** The authorities that the other side's certificate must come from. */
  readonly ca: SettingFile | null;
}

export interface TlsConfig {
  /** What every port of this process is served with; null: in plain. With `ca` clients must show a certificate. */
  readonly server: TlsFiles | null;
  /** How the core is called; null: in plain. */
  readonly core: TlsFiles | null;
  /** The name in the core's certificate; null: the one in its address. */
  readonly coreName: string | null;
}

export const TLS_SETTINGS = {
  FLOWARDEN_TLS_CERT: {
    ...pathOf('file'),
    readers: ['core', 'gateway', 'jobs', 'deliveries'],
    byDefault: null,
    meaning:
      'PEM file with the certificate and those between it and its authority: REST, gRPC and metrics are served over TLS alone ([deployment](deployment.md#tls))',
  },
  FLOWARDEN_TLS_KEY: {
    ...pathOf('file'),
    readers: ['core', 'gateway', 'jobs', 'deliveries'],
    byDefault: null,
    meaning: 'PEM file with its private key, without a passphrase',
  },
  FLOWARDEN_TLS_CLIENT_CA: {
    ...pathOf('file'),
    readers: ['core', 'gateway', 'jobs', 'deliveries'],
    byDefault: null,
    meaning: 'PEM file with authorities: clients must show a certificate of one of them',
  },
  FLOWARDEN_CORE_TLS_CA: {
    ...pathOf('file'),
    readers: ['gateway', 'jobs'],
    byDefault: null,
    meaning: "PEM file with the authorities of the core's certificate: the core is called over TLS",
  },
  FLOWARDEN_CORE_TLS_CERT: {
    ...pathOf('file'),
    readers: ['gateway', 'jobs'],
    byDefault: null,
    meaning: 'PEM file with the certificate that the core is shown',
  },
  FLOWARDEN_CORE_TLS_KEY: {
    ...pathOf('file'),
    readers: ['gateway', 'jobs'],
    byDefault: null,
    meaning: 'PEM file with its private key, without a passphrase',
  },
  FLOWARDEN_CORE_TLS_NAME: {
    read: (text) => (/^[\w.-]{1,253}$/.test(text) ? text : null),
    allowed: 'a host name',
    readers: ['gateway', 'jobs'],
    byDefault: 'that in the address',
    meaning: "name in the core's certificate",
  },
} as const satisfies Record<string, Setting<unknown>>;

/** Half a configuration would be served in plain, or reach nobody. */
export function tlsConfig(values: ValuesOf<typeof TLS_SETTINGS>): TlsConfig {
  const file = (setting: keyof typeof TLS_SETTINGS): SettingFile | null =>
    values[setting] === undefined ? null : { setting, path: values[setting] };
  const server = {
    cert: file('FLOWARDEN_TLS_CERT'),
    key: file('FLOWARDEN_TLS_KEY'),
    ca: file('FLOWARDEN_TLS_CLIENT_CA'),
  };
  if (!server.cert !== !server.key || (server.ca && !server.cert)) {
    throw new StartError(
      'FLOWARDEN_TLS_CERT and FLOWARDEN_TLS_KEY must be set together, and FLOWARDEN_TLS_CLIENT_CA needs both.',
      2,
    );
  }
  const core = {
    cert: file('FLOWARDEN_CORE_TLS_CERT'),
    key: file('FLOWARDEN_CORE_TLS_KEY'),
    ca: file('FLOWARDEN_CORE_TLS_CA'),
  };
  const coreName = values.FLOWARDEN_CORE_TLS_NAME ?? null;
  if (!core.cert !== !core.key || (!core.ca && (core.cert || coreName))) {
    throw new StartError(
      'FLOWARDEN_CORE_TLS_CERT and FLOWARDEN_CORE_TLS_KEY must be set together; they and FLOWARDEN_CORE_TLS_NAME need FLOWARDEN_CORE_TLS_CA.',
      2,
    );
  }
  return { server: server.cert && server, core: core.ca && core, coreName };
}
