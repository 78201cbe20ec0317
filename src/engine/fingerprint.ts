/**
 * Identity of a finding across versions of a file, by element and subject, never by line number: one bot is one
 * line, and designers rewrite whole files.
 */
import { hash } from 'node:crypto';
import type { Fingerprints } from '../model/finding.ts';

/** What identifies a finding; equal identities are told apart by their order in the document. */
export interface Identity {
  readonly ruleId: string;
  readonly artifactKey: string;
  /** The file's own id of the element, else its names from the top. */
  readonly elementKey: string;
  /** Names of the containers and the element, normalised. */
  readonly pathKey: string;
  readonly subject: string;
  /** The vendor's type of the element. */
  readonly type: string;
}

/** First 128 bits of SHA-256 over length-prefixed parts, hex. */
function digest(...parts: readonly string[]): string {
  let text = '';
  for (const part of parts) text += `${part.length}:${part}`;
  return hash('sha256', text, 'hex').slice(0, 32);
}

/** Trims, collapses white space and drops the suffix that copying an element adds. */
export function normaliseName(name: string): string {
  return name
    .trim()
    .replace(/\s+/g, ' ')
    .replace(/[ _-]+copy$/i, '')
    .toLowerCase();
}

/** Fingerprints in the order of the identities, which must be the order of the document. */
export function fingerprintAll(identities: readonly Identity[]): Fingerprints[] {
  const seen = new Map<string, number>();
  const numbered = (...parts: readonly string[]): string => {
    const key = JSON.stringify(parts);
    const occurrence = seen.get(key) ?? 0;
    seen.set(key, occurrence + 1);
    return digest(...parts, String(occurrence));
  };
  return identities.map(({ ruleId, artifactKey, elementKey, pathKey, subject, type }) => ({
    strong: numbered('fp1s', ruleId, artifactKey, elementKey, subject),
    medium: numbered('fp1m', ruleId, artifactKey, pathKey, subject),
    weak: numbered('fp1w', ruleId, subject, type),
    element: digest('fp1e', ruleId, artifactKey, elementKey),
  }));
}

/** A UUID (version 8) from a fingerprint: the id of a finding that no earlier run has named. */
export function uuidFromFingerprint(fingerprint: string): string {
  const variant = ((Number.parseInt(fingerprint[16]!, 16) & 0x3) | 0x8).toString(16);
  return [
    fingerprint.slice(0, 8),
    fingerprint.slice(8, 12),
    `8${fingerprint.slice(13, 16)}`,
    `${variant}${fingerprint.slice(17, 20)}`,
    fingerprint.slice(20, 32),
  ].join('-');
}
