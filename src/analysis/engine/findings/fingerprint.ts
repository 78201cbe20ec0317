/**
 * Identity of a finding across versions of a file, by element and subject, never by line number: one bot is one
 * line, and designers rewrite whole files.
 */
import { hash } from 'node:crypto';
import type { Fingerprints } from '../../model/finding.ts';

/** Identity of a finding; equal identities differ by their order in the document. */
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

const prefixed = (part: string): string => `${part.length}:${part}`;

/** Returns the first 128 bits of SHA-256, hex. */
const digest = (text: string): string => hash('sha256', text, 'hex').slice(0, 32);

/** Trims, collapses white space and drops the suffix that copying an element adds. */
export function normaliseName(name: string): string {
  return name
    .trim()
    .replace(/\s+/g, ' ')
    .replace(/(?<![ _-])[ _-]+copy$/i, '')
    .toLowerCase();
}

/** Returns fingerprints in the order of the identities, which must be the order of the document. */
export function fingerprintAll(identities: readonly Identity[]): Fingerprints[] {
  const seen = new Map<string, number>();
  function numbered(text: string): string {
    const occurrence = seen.get(text) ?? 0;
    seen.set(text, occurrence + 1);
    return digest(text + prefixed(String(occurrence)));
  }
  return identities.map(({ ruleId, artifactKey, elementKey, pathKey, subject, type }) => {
    const about = prefixed(subject);
    const where = prefixed(ruleId) + prefixed(artifactKey);
    const element = where + prefixed(elementKey);
    return {
      strong: numbered(`4:fp1s${element}${about}`),
      medium: numbered(`4:fp1m${where}${prefixed(pathKey)}${about}`),
      weak: numbered(`4:fp1w${prefixed(ruleId)}${about}${prefixed(type)}`),
      element: digest(`4:fp1e${element}`),
    };
  });
}

/** Returns a UUID (version 8) from a fingerprint: the id of a finding without a predecessor. */
export function uuidFromFingerprint(fingerprint: string): string {
  const variant = ((Number.parseInt(fingerprint[16]!, 16) & 0x3) | 0x8).toString(16);
  const part = (from: number, to: number): string => fingerprint.slice(from, to);
  return `${part(0, 8)}-${part(8, 12)}-8${part(13, 16)}-${variant}${part(17, 20)}-${part(20, 32)}`;
}
