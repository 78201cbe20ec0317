/** Text of small files that people write by hand or by a shell. */

/** Decodes UTF-8, or UTF-16 with its byte-order mark, which Windows PowerShell writes; the mark is left out. */
export function decodeWritten(bytes: Uint8Array): string {
  const [first, second] = bytes;
  if (first === 0xff && second === 0xfe) return new TextDecoder('utf-16le').decode(bytes);
  if (first === 0xfe && second === 0xff) return new TextDecoder('utf-16be').decode(bytes);
  return new TextDecoder().decode(bytes);
}
