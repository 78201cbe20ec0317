/** What the texts of settings stand for. A function returns null for a text that stands for nothing. */

/** How one setting is read, and what is said of a bad one. */
export interface Setting<Value> {
  /** The value that a text stands for; null when it is none. */
  read(text: string): Value | null;
  /** Completes the sentence "it must be …". */
  readonly allowed: string;
  /** How a refused value is shown, when it may hold a secret. */
  readonly show?: (value: string) => string;
}

/** The number that a text of digits stands for, within these limits. */
export function wholeNumber(text: string, min: number, max: number): number | null {
  const value = /^\d{1,9}$/.test(text) ? Number(text) : Number.NaN;
  return value >= min && value <= max ? value : null;
}

/** The text itself when it is an address with one of these schemes and a host. */
export function webAddress(text: string, schemes: readonly string[]): string | null {
  const url = URL.parse(text);
  return url?.hostname && schemes.includes(url.protocol) ? text : null;
}

/** Whether a text is long enough to be a secret. */
export function isSecret(text: string): boolean {
  const { length } = text.trim();
  return length >= 32 && length <= 512;
}

/** A port, 0 included. */
export const port: Setting<number> = {
  read: (text) => wholeNumber(text, 0, 65_535),
  allowed: 'a whole number from 0 to 65535 (0 takes any free port)',
};

/** A name of somebody else's, as a bucket or a claim. */
export const name: Setting<string> = {
  read: (text) => (/^[\x21-\x7e]{1,512}$/.test(text) ? text : null),
  allowed: '1 to 512 visible ASCII characters',
};

/** Address of a key set: keys that came over an open network could be anybody's. */
export function jwksAddress(text: string): string | null {
  const local = /^(localhost|127\.\d+\.\d+\.\d+|\[::1\])$/.test(URL.parse(text)?.hostname ?? '');
  return webAddress(text, local ? ['http:', 'https:'] : ['https:']);
}
