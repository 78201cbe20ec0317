/** Certificates for tests, as Node's library cannot make any: X.509 in DER, written by hand, signed with P-256. */
import { generateKeyPairSync, type KeyObject, randomBytes, sign } from 'node:crypto';

export interface TestCertificate {
  /** PEM. */
  readonly cert: string;
  /** PEM, PKCS #8. */
  readonly key: string;
  readonly name: string;
  readonly privateKey: KeyObject;
}

export interface CertificateOptions {
  readonly name: string;
  /** Default: signed by itself. */
  readonly issuer?: TestCertificate;
  readonly isAuthority?: boolean;
  /** Names and IPv4 addresses that it is for. */
  readonly hosts?: readonly string[];
  readonly from?: Date;
  readonly until?: Date;
  /** Default: a new key on P-256. */
  readonly keys?: { readonly publicKey: KeyObject; readonly privateKey: KeyObject };
}

const HOUR_MS = 3_600_000;

/** Makes a key and a certificate for it. */
export function makeCertificate({
  name,
  issuer,
  isAuthority = false,
  hosts = [],
  from = new Date(Date.now() - HOUR_MS),
  until = new Date(Date.now() + 24 * HOUR_MS),
  keys: { publicKey, privateKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' }),
}: CertificateOptions): TestCertificate {
  const extensions = [
    extension('551d13', sequence(...(isAuthority ? [element(0x01, Buffer.from([0xff]))] : []))),
    ...(hosts.length > 0 ? [extension('551d11', sequence(...hosts.map(generalName)))] : []),
  ];
  const body = sequence(
    element(0xa0, integer(Buffer.from([2]))),
    integer(Buffer.concat([Buffer.from([1]), randomBytes(8)])),
    ECDSA_SHA256,
    commonName(issuer?.name ?? name),
    sequence(time(from), time(until)),
    commonName(name),
    publicKey.export({ type: 'spki', format: 'der' }),
    element(0xa3, sequence(...extensions)),
  );
  const signature = sign('sha256', body, issuer?.privateKey ?? privateKey);
  const der = sequence(body, ECDSA_SHA256, element(0x03, Buffer.from([0]), signature));
  return {
    name,
    privateKey,
    cert: `-----BEGIN CERTIFICATE-----\n${der.toString('base64').replace(/.{64}(?=.)/g, '$&\n')}\n-----END CERTIFICATE-----\n`,
    key: privateKey.export({ type: 'pkcs8', format: 'pem' }).toString(),
  };
}

function element(tag: number, ...parts: readonly Buffer[]): Buffer {
  const content = Buffer.concat(parts);
  const { length } = content;
  const long = length < 256 ? [0x81, length] : [0x82, length >> 8, length & 0xff];
  return Buffer.concat([Buffer.from([tag, ...(length < 128 ? [length] : long)]), content]);
}

function sequence(...parts: readonly Buffer[]): Buffer {
  return element(0x30, ...parts);
}

function integer(value: Buffer): Buffer {
  return element(0x02, value);
}

function objectId(hex: string): Buffer {
  return element(0x06, Buffer.from(hex, 'hex'));
}

const ECDSA_SHA256 = sequence(objectId('2a8648ce3d040302'));

function commonName(name: string): Buffer {
  return sequence(element(0x31, sequence(objectId('550403'), element(0x0c, Buffer.from(name)))));
}

function time(at: Date): Buffer {
  return element(0x18, Buffer.from(at.toISOString().replace(/[-:T]|\.\d+/g, '')));
}

function extension(idHex: string, value: Buffer): Buffer {
  return sequence(objectId(idHex), element(0x04, value));
}

function generalName(host: string): Buffer {
  const isAddress = /^[\d.]+$/.test(host);
  return isAddress
    ? element(0x87, Buffer.from(host.split('.').map(Number)))
    : element(0x82, Buffer.from(host));
}
