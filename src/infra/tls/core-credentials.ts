/** How our other processes reach the core: in plain, or over TLS with whatever certificates the files hold by then. */
import { isIP } from 'node:net';
import { checkServerIdentity, type PeerCertificate } from 'node:tls';
import { type ChannelCredentials, type ClientOptions, credentials, experimental } from '@grpc/grpc-js';
import type { Logger } from '../logging/log.ts';
import type { TlsConfig } from '../settings/tls-setting.ts';
import { type LiveMaterial, openMaterial } from './live-material.ts';

/** What a channel to the core is opened with. */
export interface CoreAccess {
  readonly credentials: ChannelCredentials;
  readonly options: ClientOptions;
}

/** For a core that answers in plain. */
export const PLAIN_ACCESS: CoreAccess = { credentials: credentials.createInsecure(), options: {} };

type Provider = Parameters<typeof experimental.createCertificateProviderChannelCredentials>[0];

/** What the settings say about the cores at these addresses, separated by commas. @throws StartError */
export function coreAccess({ core, coreName }: TlsConfig, addresses: string, log: Logger): CoreAccess {
  if (core === null) return PLAIN_ACCESS;
  const hosts = addresses.split(',').map((address) => address.replace(/:\d+$/, ''));
  return secureAccess(openMaterial(core, log), coreName === null ? hosts : [coreName]);
}

/** For cores that answer over TLS. `hosts` are names or IP addresses; a certificate must be for one of them. */
export function secureAccess(material: LiveMaterial, hosts: readonly string[]): CoreAccess {
  const provider = providerOf(material);
  const identity = material.current().cert === null ? null : provider;
  const host = hosts[0]!;
  return {
    credentials: experimental.createCertificateProviderChannelCredentials(provider, identity, {
      checkServerIdentity: (_, certificate) => checkIdentities(hosts, certificate),
    }),
    // The name that is asked for must be none of digits: grpc-js would send such an address, which TLS does not allow.
    options: { 'grpc.ssl_target_name_override': isIP(withoutBrackets(host)) > 0 ? 'flowarden-core' : host },
  };
}

/** Returns why a certificate is for none of the hosts: what is wrong with it for the first. */
function checkIdentities(hosts: readonly string[], certificate: PeerCertificate): Error | undefined {
  const errors = hosts.map((host) => checkServerIdentity(withoutBrackets(host), certificate));
  return errors.includes(undefined) ? undefined : errors[0];
}

function withoutBrackets(host: string): string {
  return host.replace(/^\[|\]$/g, '');
}

/** The material as grpc-js takes it: each listener is told at once, and of every change. */
function providerOf({ current, onChange }: LiveMaterial): Provider {
  const ends = new Map<unknown, () => void>();
  function listen<Listener>(listener: Listener, tell: () => void): void {
    tell();
    ends.set(listener, onChange(tell));
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
