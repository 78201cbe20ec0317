/** Addresses of audit targets: where events and a credential are sent. */
import { createPrivateKey, X509Certificate } from 'node:crypto';
import { AppError } from '../../errors.ts';
import { type AddressGuard, allowsHost } from '../../infra/network/address-guard.ts';
import type { AuditTargetInterface, TargetPlace } from './audit-target.ts';

/** Port of syslog over TLS (RFC 5425). */
export const SYSLOG_PORT = 6514;

const PROTOCOLS = {
  https: 'https:',
  splunk: 'https:',
  elastic: 'https:',
  syslog: 'tls:',
} as const satisfies Record<AuditTargetInterface, string>;

/** Headers that the request itself needs. */
const OWN_HEADERS =
  /^(?:host|connection|content-.*|transfer-encoding|te|trailer|upgrade|expect|user-agent|proxy-.*)$/i;
const HEADER_NAME = /^[!#$%&'*+.^_`|~0-9A-Za-z-]+$/;
/** Names of indices as Elasticsearch and Splunk take them. */
const INDEX = /^[a-z0-9][a-z0-9._-]*$/;

/** Reads the address of a target, as it is called. @throws AppError `invalid_field` */
export function readTargetUrl(kind: AuditTargetInterface, text: string, guard: AddressGuard): URL {
  const bad = (what: string) => new AppError('invalid_field', `url ${what}.`, { field: 'url' });
  const url = URL.parse(text);
  const example = kind === 'syslog' ? 'tls://siem.example.com:6514' : 'https://siem.example.com/events';
  if (url === null || url.hostname === '') throw bad(`is not an address such as ${example}`);
  if (url.protocol !== PROTOCOLS[kind])
    throw bad(`begins with ${url.protocol}//; it must begin with ${PROTOCOLS[kind]}//`);
  if (url.username !== '' || url.password !== '')
    throw bad('holds a user name or password; set a credential instead');
  if (kind === 'syslog' && (!['', '/'].includes(url.pathname) || url.search !== ''))
    throw bad(`has a path; of syslog it is a host and a port, such as ${example}`);
  if (!allowsHost(url, guard))
    throw bad(
      `leads to ${url.hostname}, which is not a public address. The operator may allow its network with FLOWARDEN_AUDIT_NETWORKS`,
    );
  url.hash = '';
  return url;
}

/** Checks what a kind needs, and what it does not have. @throws AppError `missing_field`, `invalid_field` */
export function requireSoundPlace({ kind, format, settings }: TargetPlace): void {
  const bad = (field: string, what: string) => new AppError('invalid_field', `${field} ${what}.`, { field });
  const { index, tokenHeader, authorities } = settings;
  if (kind === 'elastic' && index === null)
    throw new AppError('missing_field', 'index is missing. Name the index or data stream.', {
      field: 'index',
    });
  if (kind === 'elastic' && format !== 'ocsf') throw bad('format', 'must be ocsf, as Elastic stores JSON');
  if (index !== null && kind !== 'elastic' && kind !== 'splunk')
    throw bad('index', `is nothing that ${kind} has`);
  if (index !== null && !INDEX.test(index))
    throw bad(
      'index',
      'must have small letters, digits, dots, dashes and underscores, and begin with a letter or digit',
    );
  if (tokenHeader !== null && kind !== 'https') throw bad('token_header', `is nothing that ${kind} has`);
  if (tokenHeader !== null && (!HEADER_NAME.test(tokenHeader) || OWN_HEADERS.test(tokenHeader)))
    throw bad('token_header', 'must be the name of a header that the request does not set by itself');
  if (authorities !== null) requireCertificates('authorities', authorities);
}

const CERTIFICATE = /-----BEGIN CERTIFICATE-----[^-]+-----END CERTIFICATE-----/g;

/** Checks certificates in PEM. @throws AppError `invalid_field` */
export function requireCertificates(field: string, pem: string): void {
  const found = pem.match(CERTIFICATE) ?? [];
  if (found.length > 0 && found.every((one) => isReadable(() => new X509Certificate(one)))) return;
  throw new AppError('invalid_field', `${field} must be certificates in PEM.`, { field });
}

/** Sizes of RSA keys, in bits: TLS rejects smaller ones, and each signature of a larger one takes long. */
const RSA_BITS_MIN = 2048;
const RSA_BITS_MAX = 8192;

/** Checks that a key in PEM belongs to the first certificate. @throws AppError `invalid_field` */
export function requireKeyOf(certificates: string, key: string): void {
  const [first = ''] = certificates.match(CERTIFICATE) ?? [];
  let rsaBits: number | undefined;
  const isOfIt = isReadable(() => {
    const own = createPrivateKey(key);
    if (!new X509Certificate(first).checkPrivateKey(own)) throw new Error('another key');
    rsaBits = own.asymmetricKeyDetails?.modulusLength;
  });
  if (rsaBits !== undefined && (rsaBits < RSA_BITS_MIN || rsaBits > RSA_BITS_MAX))
    throw new AppError(
      'invalid_field',
      'client_key must be an RSA key of 2,048 to 8,192 bits, or one on an elliptic curve.',
      { field: 'client_key' },
    );
  if (isOfIt) return;
  throw new AppError(
    'invalid_field',
    'client_key must be the key in PEM, without a passphrase, of the first certificate in client_certificate.',
    { field: 'client_key' },
  );
}

function isReadable(read: () => unknown): boolean {
  try {
    read();
    return true;
  } catch {
    return false;
  }
}
