/** Parsers for the values of settings. Each returns null for an invalid text. */

import { isIP } from 'node:net';

/**
 * Reader of settings. `commands` are those of the operator, `serve` passes on what the others read, `validate` is the
 * offline command.
 */
export type SettingReader =
  | 'core'
  | 'gateway'
  | 'jobs'
  | 'deliveries'
  | 'pulls'
  | 'commands'
  | 'serve'
  | 'validate';

/** Readers whose work is traced. */
export const TRACED_ROLES = ['core', 'gateway', 'jobs', 'deliveries'] as const;

/** Readers that serve. */
export const SERVING_ROLES = [...TRACED_ROLES, 'pulls'] as const;

/** Parser of a text, and its error message. */
export interface Reading<Value> {
  /** Parses a text; null when it is invalid. */
  read(text: string): Value | null;
  /** Completes the sentence "it must be …". */
  readonly allowed: string;
}

/** Setting: its parser and its documentation. */
export interface Setting<Value> extends Reading<Value> {
  /** Value when the variable is unset; absent: null. */
  readonly defaultValue?: Value;
  /** True if a supervisor passes its own value to its children. */
  readonly isPassed?: true;
  /** Formats a rejected value; default: unchanged, or only its length when it is a secret. */
  readonly show?: (value: string) => string;
  /** True if processes that do not read it must not even have it. */
  readonly isSecret?: true;
  readonly readers: readonly SettingReader[];
  /** Description of the default, in Markdown; absent: the default value. */
  readonly byDefault?: string;
  /** Purpose of the setting, in Markdown. */
  readonly meaning: string;
}

/** Value of a setting or its default. */
type ValueOf<Entry extends Setting<unknown>> =
  | NonNullable<ReturnType<Entry['read']>>
  | (Entry extends { readonly defaultValue: unknown } ? never : null);

/** Name of a variable in camel case, without our prefix: `httpPort` for `FLOWARDEN_HTTP_PORT`. */
type KeyOf<Name extends string> = Name extends `FLOWARDEN_${infer Rest}` ? CamelCase<Rest> : CamelCase<Name>;
type CamelCase<Name extends string> = Name extends `${infer First}_${infer Rest}`
  ? `${Lowercase<First>}${Capitalize<CamelCase<Rest>>}`
  : Lowercase<Name>;

/** Values of a table of settings by their keys, with defaults for those that are unset. */
export type KeyedOf<Table extends Readonly<Record<string, Setting<unknown>>>> = {
  readonly [Name in keyof Table as KeyOf<Name & string>]: ValueOf<Table[Name]>;
};

/** Parses a whole number within these limits. */
export function wholeNumber(text: string, min: number, max: number): number | null {
  const value = /^\d{1,9}$/.test(text) ? Number(text) : Number.NaN;
  return value >= min && value <= max ? value : null;
}

/** Address of a network interface, by default the one that other machines cannot reach. */
export const listenAddress = {
  read: (text: string) => (isIP(text) > 0 || text === 'localhost' ? text : null),
  allowed: 'an IP address, as 127.0.0.1 or 0.0.0.0',
  defaultValue: '127.0.0.1',
};

/** Returns the text if it is an address with one of these schemes and a host. */
export function webAddress(text: string, schemes: readonly string[]): string | null {
  const url = URL.parse(text);
  return url?.hostname && schemes.includes(url.protocol) ? text : null;
}

/** Returns whether a text is long enough to be a secret. */
export function isSecret(text: string): boolean {
  const { length } = text.trim();
  return length >= 32 && length <= 512;
}

/** Creates the parser of a closed set of texts. */
export function oneOf<Text extends string>(texts: readonly Text[]): Reading<Text> {
  return {
    read: (text) => texts.find((known) => known === text) ?? null,
    allowed: `one of ${texts.join(', ')}`,
  };
}

/** Parser of a boolean. */
export const trueOrFalse: Reading<boolean> = {
  read: (text) => (text === 'true' ? true : text === 'false' ? false : null),
  allowed: 'true or false',
};

/** Parser of what a database pooler does with statements; see `Pooler`. */
export const pooler: Reading<boolean | 'prepared'> = {
  read: (text) => (text === 'prepared' ? text : trueOrFalse.read(text)),
  allowed: 'true, prepared or false',
};

/** Parser of a port, 0 included. */
export const port: Reading<number> = {
  read: (text) => wholeNumber(text, 0, 65_535),
  allowed: 'a whole number from 0 to 65535 (0 takes any free port)',
};

/** Parser of an external name, such as a bucket or a claim. */
export const name: Reading<string> = {
  read: (text) => (/^[\x21-\x7e]{1,512}$/.test(text) ? text : null),
  allowed: '1 to 512 visible ASCII characters',
};

/** Parser of the address of a web server. */
export const httpAddress: Reading<string> = {
  read: (text) => webAddress(text, ['http:', 'https:']),
  allowed: 'an http or https address',
};

/** Creates the parser of a path of a file or folder. */
export function pathOf(kind: 'file' | 'folder'): Reading<string> {
  return {
    read: (text) => (text.includes('\0') ? null : text),
    allowed: `the path of a ${kind}`,
  };
}

/** Parser of the address of a trusted server: answers over an open network could be forged. */
export const secureAddress: Reading<string> = {
  read(text) {
    const local = /^(localhost|127\.\d+\.\d+\.\d+|\[::1\])$/.test(URL.parse(text)?.hostname ?? '');
    return webAddress(text, local ? ['http:', 'https:'] : ['https:']);
  },
  allowed: 'an https address (http only for this machine)',
};

const CORE_ADDRESS = /^(?:\[[\da-f:.]+\]|[^\s/:[\]]+):\d{1,5}$/i;

/** Parser of the addresses of cores, as one text without spaces. */
export const coreAddresses: Reading<string> = {
  read(text) {
    const addresses = text.split(',').map((address) => address.trim());
    return addresses.every((address) => CORE_ADDRESS.test(address)) ? addresses.join(',') : null;
  },
  allowed: 'an address as host:50051, or several separated by commas',
};

/** Returns whether every percent sign begins a valid escape. */
export function isDecodable(text: string): boolean {
  try {
    return decodeURIComponent(text) !== '';
  } catch {
    return false;
  }
}
