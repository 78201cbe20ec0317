/** Credentials of channels to the core: plain text, or TLS with certificates that may change while a process runs. */
import { isIP } from 'node:net';
import { checkServerIdentity, type PeerCertificate } from 'node:tls';
import { type ChannelCredentials, type ClientOptions, credentials, experimental } from '@grpc/grpc-js';
import type { Logger } from '../logging/log.ts';
import type { TlsConfig } from '../settings/tls-setting.ts';
import { type LiveMaterial, openMaterial } from './live-material.ts';

/** Credentials and options of a channel to the core. */
export interface CoreAccess {
  readonly credentials: ChannelCredentials;
  readonly options: ClientOptions;
}

/** Access to a core without TLS. */
export const PLAIN_ACCESS: CoreAccess = { credentials: credentials.createInsecure(), options: {} };

type Provider = Parameters<typeof experimental.createCertificateProviderChannelCredentials>[0];

/** Builds the access to the cores at these addresses, separated by commas, from the settings. @throws StartError */
export function coreAccess({ core, coreName }: TlsConfig, addresses: string, log: Logger): CoreAccess {
  if (core === null) return PLAIN_ACCESS;
  const hosts = addresses.split(',').map((address) => address.replace(/:\d+$/, ''));
  return secureAccess(openMaterial(core, log), coreName === null ? hosts : [coreName]);
}

/** Builds the access to cores over TLS. `hosts` are names or IP addresses; a certificate must match one of them. */
export function secureAccess(material: LiveMaterial, hosts: readonly string[]): CoreAccess {
  const provider = providerOf(material);
  const identity = material.current().cert === null ? null : provider;
  const host = hosts[0]!;
  return {
    credentials: experimental.createCertificateProviderChannelCredentials(provider, identity, {
      checkServerIdentity: (_, certificate) => checkIdentities(hosts, certificate),
    }),
    // The name must not be an IP address: grpc-js would send it as the server name, which TLS does not allow.
    options: { 'grpc.ssl_target_name_override': isIP(withoutBrackets(host)) > 0 ? 'flowarden-core' : host },
  };
}

/** Returns the error of the first host if a certificate matches none of them. */
function checkIdentities(hosts: readonly string[], certificate: PeerCertificate): Error | undefined {
  const errors = hosts.map((host) => checkServerIdentity(withoutBrackets(host), certificate));
  return errors.includes(undefined) ? undefined : errors[0];
}

function withoutBrackets(host: string): string {
  return host.replace(/^\[|\]$/g, '');
}

/** Adapts the material for grpc-js: each listener is called at once, and at every change. */
function providerOf({ current, onChange }: LiveMaterial): Provider {
  const ends = new Map<unknown, () => void>();
  function listen<Listener>(listener: Listener, notify: () => void): void {
    notify();
    ends.set(listener, onChange(notify));
  }
  function forget(listener: unknown): void {
    ends.get(listener)?.();
    ends.delete(listener);
  }
  return {
    addCaCertificateListener: (listener) =>
      listen(listener, () => listener({ caCertificate: current().ca! })),
    removeCaCertificateListener: forget,
    addIdentityCertificateListener: (listener) =>
      listen(listener, () => listener({ certificate: current().cert!, privateKey: current().key! })),
    removeIdentityCertificateListener: forget,
  };
}
