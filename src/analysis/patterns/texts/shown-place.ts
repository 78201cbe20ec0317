/** A path or an address as a message may show it. */

const ADDRESS = /^([a-z][a-z0-9+.-]{1,20}:\/\/)(?:[^\s/?#]*@)?([^\s/?#]*)/i;
const CHARACTERS_MAX = 200;

/**
 * Of an address the host alone: what stands before and behind it can be a login, a signature, or the key of a webhook,
 * which is all that it takes to call it.
 */
export function shownPlace(text: string): string {
  const trimmed = text.trim();
  const [start = '', scheme, host] = ADDRESS.exec(trimmed) ?? [];
  if (scheme !== undefined) return `${scheme}${host}${start.length < trimmed.length ? '/…' : ''}`;
  return trimmed.length > CHARACTERS_MAX ? `${trimmed.slice(0, CHARACTERS_MAX)}…` : trimmed;
}
