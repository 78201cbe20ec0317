/** TLS settings of this process: its server side and its calls of the core. */

import { StartError } from '../process/start-error.ts';
import { type KeyedOf, pathOf, SERVING_ROLES, type Setting } from './setting-values.ts';

/** File that a setting names. */
export interface SettingFile {
  readonly setting: string;
  readonly path: string;
}

/** PEM files for one side of a connection: its identity and its trusted authorities. */
export interface TlsFiles {
  /** Certificate, followed by intermediate ones. */
  readonly cert: SettingFile | null;
  readonly key: SettingFile | null;
  /** Authorities that sign the other side's certificate. */
  readonly ca: SettingFile | null;
}

export interface TlsConfig {
  /** TLS of every port of this process; null: plain text. With `ca`, clients must present a certificate. */
  readonly server: TlsFiles | null;
  /** TLS of calls of the core; null: plain text. */
  readonly core: TlsFiles | null;
  /** Name in the core's certificate; null: the one in its address. */
  readonly coreName: string | null;
}

const pem = pathOf('file');
const CALLERS = ['gateway', 'jobs'] as const;

export const TLS_SETTINGS = {
  FLOWARDEN_TLS_CERT: {
    ...pem,
    readers: SERVING_ROLES,
    meaning:
      'PEM file with the certificate and its intermediate certificates: REST, gRPC and metrics are served only over TLS ([deployment](deployment.md#tls))',
  },
  FLOWARDEN_TLS_KEY: {
    ...pem,
    readers: SERVING_ROLES,
    meaning: 'PEM file with its private key, without a passphrase',
  },
  FLOWARDEN_TLS_CLIENT_CA: {
    ...pem,
    readers: SERVING_ROLES,
    meaning: 'PEM file with authorities: clients must present a certificate of one of them',
  },
  FLOWARDEN_CORE_TLS_CA: {
    ...pem,
    readers: CALLERS,
    meaning: "PEM file with the authorities of the core's certificate: the core is called over TLS",
  },
  FLOWARDEN_CORE_TLS_CERT: {
    ...pem,
    readers: CALLERS,
    meaning: 'PEM file with the client certificate for the core',
  },
  FLOWARDEN_CORE_TLS_KEY: {
    ...pem,
    readers: CALLERS,
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

/** Builds the TLS settings. A partial configuration would be served in plain text, or be unreachable. */
export function tlsConfig(values: KeyedOf<typeof TLS_SETTINGS>): TlsConfig {
  const file = (setting: keyof typeof TLS_SETTINGS, path: string | null): SettingFile | null =>
    path === null ? null : { setting, path };
  const server = {
    cert: file('FLOWARDEN_TLS_CERT', values.tlsCert),
    key: file('FLOWARDEN_TLS_KEY', values.tlsKey),
    ca: file('FLOWARDEN_TLS_CLIENT_CA', values.tlsClientCa),
  };
  if (!server.cert !== !server.key || (server.ca && !server.cert)) {
    throw new StartError(
      'FLOWARDEN_TLS_CERT and FLOWARDEN_TLS_KEY must be set together, and FLOWARDEN_TLS_CLIENT_CA needs both.',
      2,
    );
  }
  const core = {
    cert: file('FLOWARDEN_CORE_TLS_CERT', values.coreTlsCert),
    key: file('FLOWARDEN_CORE_TLS_KEY', values.coreTlsKey),
    ca: file('FLOWARDEN_CORE_TLS_CA', values.coreTlsCa),
  };
  const coreName = values.coreTlsName;
  if (!core.cert !== !core.key || (!core.ca && (core.cert || coreName))) {
    throw new StartError(
      'FLOWARDEN_CORE_TLS_CERT and FLOWARDEN_CORE_TLS_KEY must be set together; they and FLOWARDEN_CORE_TLS_NAME need FLOWARDEN_CORE_TLS_CA.',
      2,
    );
  }
  return { server: server.cert && server, core: core.ca && core, coreName };
}
