/** What the texts of settings stand for. A function returns null for a text that stands for nothing. */

/**
 * Who reads settings. `commands` are those of the operator, `serve` passes what the others read on to them, `validate`
 * is the offline command.
 */
export type SettingReader = 'core' | 'gateway' | 'jobs' | 'deliveries' | 'commands' | 'serve' | 'validate';

/** How a text is read, and what is said of a bad one. */
export interface Reading<Value> {
  /** The value that a text stands for; null when it is none. */
  read(text: string): Value | null;
  /** Completes the sentence "it must be …". */
  readonly allowed: string;
}

/** One setting: how it is read, and what the reference says of it. */
export interface Setting<Value> extends Reading<Value> {
  /** How a refused value is shown; default: as it is, or by its length alone when it is a secret. */
  readonly show?: (value: string) => string;
  /** Whether processes that do not read it must not even hold it. */
  readonly isSecret?: true;
  readonly readers: readonly SettingReader[];
  /** What it is when nobody sets it, in Markdown; null: nothing. */
  readonly byDefault: string | null;
  /** What it is for, in Markdown. */
  readonly meaning: string;
}

/** The values of a table of settings; those that nobody has set are missing. */
export type ValuesOf<Table extends Readonly<Record<string, Setting<unknown>>>> = {
  readonly [Name in keyof Table]?: NonNullable<ReturnType<Table[Name]['read']>>;
};

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

/** One of a closed set of texts. */
export function oneOf<Text extends string>(texts: readonly Text[]): Reading<Text> {
  return {
    read: (text) => texts.find((known) => known === text) ?? null,
    allowed: `one of ${texts.join(', ')}`,
  };
}

/** Whether something is so. */
export const trueOrFalse: Reading<boolean> = {
  read: (text) => (text === 'true' ? true : text === 'false' ? false : null),
  allowed: 'true or false',
};

/** A port, 0 included. */
export const port: Reading<number> = {
  read: (text) => wholeNumber(text, 0, 65_535),
  allowed: 'a whole number from 0 to 65535 (0 takes any free port)',
};

/** A name of somebody else's, as a bucket or a claim. */
export const name: Reading<string> = {
  read: (text) => (/^[\x21-\x7e]{1,512}$/.test(text) ? text : null),
  allowed: '1 to 512 visible ASCII characters',
};

/** The address of a web server. */
export const httpAddress: Reading<string> = {
  read: (text) => webAddress(text, ['http:', 'https:']),
  allowed: 'an http or https address',
};

/** The path of a file or folder. */
export function pathOf(kind: 'file' | 'folder'): Reading<string> {
  return {
    read: (text) => (text.includes('\0') ? null : text),
    allowed: `the path of a ${kind}`,
  };
}

/** The address of a server whose word counts: what came over an open network could be anybody's. */
export const secureAddress: Reading<string> = {
  read(text) {
    const local = /^(localhost|127\.\d+\.\d+\.\d+|\[::1\])$/.test(URL.parse(text)?.hostname ?? '');
    return webAddress(text, local ? ['http:', 'https:'] : ['https:']);
  },
  allowed: 'an https address (http only for this machine)',
};

const CORE_ADDRESS = /^(?:\[[\da-f:.]+\]|[^\s/:[\]]+):\d{1,5}$/i;

/** Addresses of cores, as one text without spaces. */
export const coreAddresses: Reading<string> = {
  read(text) {
    const addresses = text.split(',').map((address) => address.trim());
    return addresses.every((address) => CORE_ADDRESS.test(address)) ? addresses.join(',') : null;
  },
  allowed: 'an address as host:50051, or several separated by commas',
};
