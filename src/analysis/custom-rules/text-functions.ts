/** Functions over texts in conditions of custom rules. */
import { compileUserPattern } from '../patterns/user-pattern.ts';
import { patternSteps, searchSteps } from './fuel.ts';

/** Scheme of an address, and what stands before its path: user, host, port. */
const AUTHORITY = /^\s*[a-z][a-z0-9+.-]{0,20}:\/\/([^/?#\\\s{}"']*)/i;
/** Host with a port; anything else may be a part of a password. */
const HOST_AND_PORT = /^(\[[0-9a-f:.]{2,45}\]|[^[\]:;,=&@<>|^%]{1,253})(?::\d{0,5})?$/i;

/** Returns the host of an address in lower case; '' if the text is none. */
export function hostOf(text: string): string {
  const authority = AUTHORITY.exec(text)?.[1] ?? '';
  const host = HOST_AND_PORT.exec(authority.slice(authority.lastIndexOf('@') + 1))?.[1] ?? '';
  return host.toLowerCase();
}

/** Domain of a mail address. */
const DOMAIN = /^[a-z0-9.-]{1,253}$/;

/** Returns the domain of a mail address in lower case; '' if the text is none. */
function domainOf(text: string): string {
  const address = text.trim();
  const sign = address.lastIndexOf('@');
  const domain = address.slice(sign + 1, address.endsWith('>') ? -1 : undefined).toLowerCase();
  return sign > 0 && DOMAIN.test(domain) ? domain : '';
}

/** A function over a text, with a second text for some. */
export interface TextFunction {
  /** Number of texts that it takes; as a method, the first is the subject. */
  readonly texts: 1 | 2;
  readonly isMethod: boolean;
  readonly type: 'string' | 'bool' | 'int';
  readonly about: string;
  readonly run: (text: string, other: string) => unknown;
  /** Returns its steps; absent: those of the text's length. */
  readonly steps?: (text: string, other: string) => number;
}

/** Every function by name. */
export const TEXT_FUNCTIONS: Readonly<Record<string, TextFunction>> = {
  contains: {
    texts: 2,
    isMethod: true,
    type: 'bool',
    about: 'Whether it contains a text.',
    run: (text, other) => text.includes(other),
    steps: searchSteps,
  },
  startsWith: {
    texts: 2,
    isMethod: true,
    type: 'bool',
    about: 'Whether it begins with a text.',
    run: (text, other) => text.startsWith(other),
  },
  endsWith: {
    texts: 2,
    isMethod: true,
    type: 'bool',
    about: 'Whether it ends with a text.',
    run: (text, other) => text.endsWith(other),
  },
  matches: {
    texts: 2,
    isMethod: true,
    type: 'bool',
    about: 'Whether an RE2 pattern matches anywhere in it.',
    run: (text, pattern) => compileUserPattern(pattern).test(text),
    steps: (text, pattern) => patternSteps(text, compileUserPattern(pattern).size),
  },
  lower: {
    texts: 1,
    isMethod: false,
    type: 'string',
    about: 'The text in lower case.',
    run: (text) => text.toLowerCase(),
  },
  host: {
    texts: 1,
    isMethod: false,
    type: 'string',
    about: 'Host of an address, in lower case; empty for other texts.',
    run: hostOf,
  },
  domain: {
    texts: 1,
    isMethod: false,
    type: 'string',
    about: 'Domain of a mail address, in lower case; empty for other texts.',
    run: domainOf,
  },
};
