/** Paths and addresses in a form that is safe for messages. */

const ADDRESS = /^([a-z][a-z0-9+.-]{1,20}:\/\/)(?:[^\s/?#]*@)?([^\s/?#]*)/i;
const CHARACTERS_MAX = 200;

/**
 * Returns a path, shortened if it is long, or the host of an address. The rest of an address can hold a login, a
 * signature, or the key of a webhook, which is enough to call it.
 */
export function shownPlace(text: string): string {
  const trimmed = text.trim();
  const [start = '', scheme, host] = ADDRESS.exec(trimmed) ?? [];
  if (scheme !== undefined) return `${scheme}${host}${start.length < trimmed.length ? '/…' : ''}`;
  return trimmed.length > CHARACTERS_MAX ? `${trimmed.slice(0, CHARACTERS_MAX)}…` : trimmed;
}
