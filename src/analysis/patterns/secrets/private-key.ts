/** Private keys and certificate stores in texts. */

/** Text forms: the header, and behind it soon a line of the key. Code that only looks for the header has none. */
const HEADER = /-----BEGIN (?:RSA |EC |DSA |OPENSSH |ENCRYPTED )?PRIVATE KEY-----|PuTTY-User-Key-File-[23]:/g;
/** End of a key; settings and comments of any length may stand before its lines. */
const FOOTER = /-----END [A-Z ]{0,20}PRIVATE KEY-----|Private-MAC:/g;
/** Characters behind the header to search when the key has no end. */
const BEHIND_HEADER_CHARACTERS = 600;
const KEY_LINE = /[A-Za-z0-9+/=]{40}/;
/** Base64 of the binary forms, which are long and all begin with the same three letters. */
const BASE64 = /(?<![A-Za-z0-9+/])MII[A-Za-z0-9+/]{497}/g;

function bytesAtStart(base64: string): number[] {
  return [...atob(base64.slice(0, 16))].map((character) => character.charCodeAt(0));
}

/**
 * Returns the kind of a DER key. PKCS#12 has version 3, PKCS#8 and PKCS#1 version 0; a certificate, which is public,
 * begins with neither.
 */
function derKind(base64: string): string | undefined {
  const [sequence, long, , , integer, one, version, next] = bytesAtStart(base64);
  if (sequence !== 0x30 || long !== 0x82 || integer !== 0x02 || one !== 0x01) return undefined;
  if (version === 3 && next === 0x30) return 'certificate store (PKCS#12)';
  return version === 0 && (next === 0x30 || next === 0x02) ? 'private key' : undefined;
}

function hasKeyLines(text: string): boolean {
  const footers = [...text.matchAll(FOOTER)].map(({ index }) => index);
  let next = 0;
  let searched = 0;
  for (const { index, 0: header } of text.matchAll(HEADER)) {
    const start = index + header.length;
    while (next < footers.length && footers[next]! < start) next += 1;
    const end = footers[next] ?? start + BEHIND_HEADER_CHARACTERS;
    // Two headers before one end: the text between is searched once.
    if (end <= searched) continue;
    if (KEY_LINE.test(text.slice(start, end))) return true;
    searched = footers[next] ?? 0;
  }
  return false;
}

/** Returns the kind of key in the text, or undefined. */
export function privateKeyIn(text: string): string | undefined {
  if (text.includes('-----BEGIN ') || text.includes('PuTTY-User-Key-File-')) {
    if (hasKeyLines(text)) return 'private key';
  }
  if (!text.includes('MII')) return undefined;
  for (const [base64] of text.matchAll(BASE64)) {
    const kind = derKind(base64);
    if (kind !== undefined) return kind;
  }
  return undefined;
}
