/** Certificates and keys from their files, validated at the start rather than by a failed call. */

import { createPrivateKey, type KeyObject, X509Certificate } from 'node:crypto';
import { readFileSync, statSync } from 'node:fs';
import { createSecureContext } from 'node:tls';
import { MIB } from '../../units.ts';
import { StartError } from '../process/start-error.ts';
import type { SettingFile, TlsFiles } from '../settings/tls-setting.ts';

/** Largest file with certificates or a key. */
const TLS_FILE_BYTES_MAX = MIB;

/** Content of the files of `TlsFiles`. */
export interface TlsMaterial {
  readonly cert: Buffer | null;
  readonly key: Buffer | null;
  readonly ca: Buffer | null;
  /** Expiry of our own certificate; null: there is none. */
  readonly expiresAt: Date | null;
}

const CERTIFICATE = /-----BEGIN CERTIFICATE-----[^-]+-----END CERTIFICATE-----/g;

/** Reads and validates the files. @throws StartError that names the setting, the file and the remedy */
export function readMaterial(files: TlsFiles, now: Date): TlsMaterial {
  const cert = files.cert && readPem(files.cert);
  const key = files.key && readPem(files.key);
  const ca = files.ca && readPem(files.ca);
  const own = files.cert && certificatesIn(files.cert, cert!)[0]!;
  if (own && files.cert && files.key) {
    if (!own.checkPrivateKey(privateKey(files.key, key!)))
      throw new StartError(
        `The key of ${shown(files.key)} does not belong to the certificate of ${shown(files.cert)}. Put the two there that were made together.`,
      );
    requireValid(files.cert, [own], now);
  }
  if (files.ca) requireValid(files.ca, certificatesIn(files.ca, ca!), now);
  requireUsable(files, { cert, key, ca });
  return { cert, key, ca, expiresAt: own?.validToDate ?? null };
}

function readPem(file: SettingFile): Buffer {
  try {
    const { size } = statSync(file.path);
    if (size <= TLS_FILE_BYTES_MAX) return readFileSync(file.path);
  } catch (cause) {
    const reason = cause instanceof Error ? cause.message : String(cause);
    throw new StartError(`The file of ${shown(file)} cannot be read: ${reason}.`, 1, { cause });
  }
  throw new StartError(`The file of ${shown(file)} is larger than ${TLS_FILE_BYTES_MAX} bytes.`);
}

/** Parses the certificates of the file in their order, at least one. */
function certificatesIn(file: SettingFile, pem: Buffer): readonly X509Certificate[] {
  const texts = pem.toString('latin1').match(CERTIFICATE) ?? [];
  try {
    if (texts.length > 0) return texts.map((text) => new X509Certificate(text));
  } catch (cause) {
    throw new StartError(`A certificate of ${shown(file)} is damaged.`, 1, { cause });
  }
  throw new StartError(
    `The file of ${shown(file)} holds no certificate in PEM form (-----BEGIN CERTIFICATE-----).`,
  );
}

function privateKey(file: SettingFile, pem: Buffer): KeyObject {
  try {
    return createPrivateKey(pem);
  } catch (cause) {
    const hasPassphrase = /MISSING_PASSPHRASE|INTERRUPTED_OR_CANCELLED/.test(String(cause));
    throw new StartError(
      hasPassphrase || /ENCRYPTED/.test(pem.toString('latin1'))
        ? `The key of ${shown(file)} has a passphrase. Store it without one, readable by this account alone.`
        : `The file of ${shown(file)} holds no private key in PEM form.`,
      1,
      { cause },
    );
  }
}

/** Requires a valid certificate. One is enough: a file of authorities may hold the old one besides the new one. */
function requireValid(file: SettingFile, certificates: readonly X509Certificate[], now: Date): void {
  if (certificates.some(({ validFromDate, validToDate }) => validFromDate <= now && validToDate > now))
    return;
  const late = certificates.find(({ validToDate }) => validToDate <= now);
  throw new StartError(
    late
      ? `The certificate of ${shown(file)} ended at ${late.validToDate.toISOString()}. Put a new one there.`
      : `The certificate of ${shown(file)} begins at ${certificates[0]!.validFromDate.toISOString()}, and it is ${now.toISOString()}. Check the clock, or put another one there.`,
  );
}

/** Rejects what the TLS library does not accept, such as a key that is too short. */
function requireUsable({ cert, ca }: TlsFiles, pem: Pick<TlsMaterial, 'cert' | 'key' | 'ca'>): void {
  try {
    createSecureContext({ cert: pem.cert ?? undefined, key: pem.key ?? undefined, ca: pem.ca ?? undefined });
  } catch (cause) {
    const reason = cause instanceof Error ? cause.message : String(cause);
    throw new StartError(`${shown((cert ?? ca)!)} cannot be used: ${reason}.`, 1, { cause });
  }
}

function shown({ setting, path }: SettingFile): string {
  return `${setting} (${path})`;
}
