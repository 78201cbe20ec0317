/** Certificates that are reloaded when their files change, so that renewals need no restart. */

import { statSync } from 'node:fs';
import { DAY_MS } from '../../units.ts';
import type { Logger } from '../logging/log.ts';
import type { TlsFiles } from '../settings/tls-setting.ts';
import { readMaterial, type TlsMaterial } from './material.ts';

/** Interval at which the files of certificates are checked. */
const TLS_RELOAD_MS = 5_000;

/** Time before the end of a certificate that its expiry is announced. */
const TLS_EXPIRY_WARNING_MS = 14 * DAY_MS;

/** Interval at which the announcement is repeated. */
const TLS_EXPIRY_WARNING_AGAIN_MS = DAY_MS;

export interface LiveMaterial {
  current(): TlsMaterial;
  /**
   * Calls the listener with each new material, but not with the current one. Returns the function that unsubscribes
   * it.
   */
  onChange(listener: (material: TlsMaterial) => void): () => void;
  close(): void;
}

/**
 * Reads the files and watches them. Later errors are logged, and the last valid material stays in use. @throws
 * StartError
 */
export function openMaterial(
  files: TlsFiles,
  log: Logger,
  { reloadMs = TLS_RELOAD_MS, now = () => new Date() }: { reloadMs?: number; now?: () => Date } = {},
): LiveMaterial {
  // Taken before the first read, so that a change in between is noticed.
  let seen = signatureOf(files);
  let material = readMaterial(files, now());
  const warn = expiryWarning(log, now);
  warn(material);
  const listeners = new Set<(material: TlsMaterial) => void>();

  function look(): void {
    const signature = signatureOf(files);
    if (signature !== seen) {
      seen = signature;
      reload();
    }
    warn(material);
  }

  function reload(): void {
    try {
      material = readMaterial(files, now());
    } catch (error) {
      // It may be half of a renewal: the next change of a file triggers another attempt.
      log.warn(
        { reason: (error as Error).message },
        'changed certificates cannot be used; the last ones stay',
      );
      return;
    }
    for (const listener of listeners) listener(material);
    log.info({ expiresAt: material.expiresAt }, 'changed certificates are used from now on');
  }

  const timer = setInterval(look, reloadMs).unref();
  return {
    current: () => material,
    onChange(listener) {
      listeners.add(listener);
      return () => void listeners.delete(listener);
    },
    close: () => clearInterval(timer),
  };
}

/**
 * Returns a value that changes with every change of a file. Links are followed: containers renew certificates by
 * changing the target.
 */
function signatureOf({ cert, key, ca }: TlsFiles): string {
  return [cert, key, ca].map((file) => (file === null ? '' : stateOf(file.path))).join();
}

function stateOf(path: string): string {
  try {
    const { ino, mtimeMs, size } = statSync(path);
    return `${ino}/${mtimeMs}/${size}`;
  } catch {
    return 'missing';
  }
}

/** Warns once a day that a certificate expires soon. */
function expiryWarning(log: Logger, now: () => Date): (material: TlsMaterial) => void {
  let saidAtMs = Number.NEGATIVE_INFINITY;
  return ({ expiresAt }) => {
    const nowMs = now().getTime();
    if (expiresAt === null || expiresAt.getTime() - nowMs > TLS_EXPIRY_WARNING_MS) return;
    if (nowMs - saidAtMs < TLS_EXPIRY_WARNING_AGAIN_MS) return;
    saidAtMs = nowMs;
    log.warn(
      { expiresAt },
      expiresAt.getTime() > nowMs ? 'the certificate ends soon' : 'the certificate has ended',
    );
  };
}
