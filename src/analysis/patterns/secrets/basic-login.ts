/** The `Basic` scheme of an Authorization header: user name and password, encoded but not encrypted. */

const VALUES = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/';

/** Decodes a base64 text to characters. */
function decoded(base64: string): string {
  let text = '';
  let bits = 0;
  let count = 0;
  for (const character of base64.replace(/(?<!=)=+$/, '')) {
    bits = ((bits << 6) | VALUES.indexOf(character)) & 0xffff;
    count += 6;
    if (count < 8) continue;
    count -= 8;
    text += String.fromCharCode((bits >> count) & 0xff);
  }
  return text;
}

/** Returns true for `c3ZjOi4uLg==`, which is `svc:...`; false for words that happen to be base64. */
export function isLogin(base64: string): boolean {
  return /^[\x20-\x39\x3b-\x7e]+:[\x20-\x7e]{3,}$/.test(decoded(base64));
}
