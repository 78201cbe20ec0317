/** Forms that the texts of settings must have; what does not, the activity rejects in every run. */
import { imapSearchFault, outlookFilterFault } from '../../texts/mail-filter.ts';
import { patternFault } from '../constants/dotnet-pattern.ts';

/** Families of names of encodings that .NET knows, with code pages. */
const ENCODING =
  /^(?:utf-?(?:7|8|16|32)(?:le|be)?|unicode(?:fffe)?|(?:us-)?ascii|ansi|default|latin[1-9]|l[1-9]|iso[-_]?8859-?\d{1,2}(?:-[ie])?|iso-2022-(?:jp|kr)|windows-?\d{3,4}|ibm\d{2,5}|cp[-_]?\d{3,5}|dos-\d{3}|x-[\w-]+|gb\d+|gbk|gb_2312-80|hz-gb-2312|big5(?:-hkscs)?|shift[-_]jis|sjis|euc-(?:jp|kr|cn|tw)|koi8-[ru]|koi|ks_c_5601-1987|johab|macintosh|asmo-708|csisolatin\d|cs\w+|\d{1,5})$/i;

/** `A1`, `$B$2`, `C`, `7`: one end of a range. Rows count from 1. */
const RANGE_END = /^\$?[a-z]{0,3}\$?(?:[1-9]\d{0,6})?$/i;
/** Form of an address, as opposed to the name of a range or table. */
const LIKE_ADDRESS = /^\$?[a-z]{1,3}\$?\d+(?::|$)|:/i;
const DURATION = /^-?(?:\d+|(?:\d+\.)?(?:[01]?\d|2[0-3]):[0-5]?\d(?::[0-5]?\d(?:\.\d{1,7})?)?)$/;
const PAGE_RANGE =
  /^(?:all|end|(?:\d+|end)(?:\s*-\s*(?:\d+|end))?(?:\s*,\s*(?:\d+|end)(?:\s*-\s*(?:\d+|end))?)*)$/i;
const NUMBER = /^-?\d{1,9}(?:\.\d{1,9})?$/;
const WEB_ADDRESS = /^\s*https?:\/\//i;
/** Links of SharePoint that a person shares: a letter says what the page shows. */
const SHARING_LINK = /^\s*https?:\/\/[^/\s]+\/:[a-z]:\//i;
/** Properties of Excel's driver behind an opening that no quotation mark protects. */
const LOOSE_PROPERTIES =
  /extended properties\s{0,3}=\s{0,3}[^"';\s][^"';]{0,100};\s{0,3}(?:hdr|imex|readonly|fmt|maxscanrows)\s{0,3}=/i;

/** Returns a formula without its texts and its lists, in which semicolons are right. */
const withoutTexts = (formula: string): string => formula.replace(/"[^"]{0,1000}"|\{[^}]{0,1000}\}/g, '');

function hostOf(address: string): string {
  const [, host = ''] = /^(?:[a-z]+:\/\/)?([^/:?#\s]+)/i.exec(address) ?? [];
  return host.toLowerCase();
}

/** Returns what is wrong with a text, as the end of a sentence; undefined for one that may be right. */
export type Objection = (text: string, args: readonly string[]) => string | undefined;

/** Returns the ending of a file name in lower case; '' when it has none or is computed from a pattern. */
const endingOf = (path: string): string => /\.[a-z]{1,5}$/i.exec(path.trim())?.[0].toLowerCase() ?? '';

/** Forms by name, as tables of facts use them. */
export const LEGAL_TEXTS: Readonly<Record<string, Objection>> = {
  'one-of': (text, args) =>
    args.some((arg) => arg.toLowerCase() === text.trim().toLowerCase())
      ? undefined
      : `is "${text}", which is none of ${args.join(', ')}`,
  encoding: (text) =>
    text === '' || ENCODING.test(text.trim())
      ? undefined
      : `is "${text}", an encoding that .NET does not know`,
  extension: (text, args) => {
    const ending = endingOf(text);
    return ending === '' || args.includes(ending)
      ? undefined
      : `names a file of the kind ${ending}, but the activity works on ${args.join(', ')} alone`;
  },
  range: (text) => {
    if (text.includes('!')) return `is "${text}": the sheet has a setting of its own`;
    const isAddress = LIKE_ADDRESS.test(text) && !text.includes('[');
    return isAddress && !text.split(':').every((end) => RANGE_END.test(end.trim()))
      ? `is "${text}", which is no range: rows count from 1`
      : undefined;
  },
  'filled-range': (text) => (text.trim() === '' ? 'is an empty text, which is no range' : undefined),
  formula: (text) =>
    /^\s*=/.test(text) && withoutTexts(text).includes(';')
      ? 'is a formula with semicolons: the interface of Excel takes commas in every language'
      : undefined,
  'connection-string': (text) =>
    LOOSE_PROPERTIES.test(text)
      ? 'holds "Extended Properties" with semicolons, but without quotation marks around them'
      : undefined,
  host: (text) =>
    hostOf(text).endsWith('.invalid')
      ? 'names a server below ".invalid", a domain that never exists by standard'
      : undefined,
  pattern: (text) => {
    const fault = patternFault(text);
    return fault && `is the pattern "${text}", which ${fault}`;
  },
  between: (text, [least, most]) => {
    const number = NUMBER.test(text.trim()) ? Number(text) : undefined;
    if (number === undefined || (number >= Number(least) && number <= Number(most ?? Infinity)))
      return undefined;
    return `is ${text.trim()}, but goes from ${least}${most === undefined ? ' up' : ` to ${most}`}`;
  },
  filled: (text) => (text.trim() === '' ? 'is an empty text' : undefined),
  'local-path': (text) =>
    WEB_ADDRESS.test(text) ? 'is a web address, but the step opens files of the machine alone' : undefined,
  'file-address': (text) =>
    SHARING_LINK.test(text) ? 'is a sharing link, which opens a page and no document' : undefined,
  'macro-name': (text) =>
    /[()]/.test(text) ? `is "${text}", but takes the name alone, without brackets` : undefined,
  duration: (text) => (DURATION.test(text.trim()) ? undefined : `is "${text}", which is no length of time`),
  'outlook-filter': (text) => outlookFilterFault(text),
  'imap-search': (text) => imapSearchFault(text),
  'page-range': (text) =>
    text === '' || PAGE_RANGE.test(text.trim())
      ? undefined
      : `is "${text}", which is no range of pages such as "2-4" or "1,3"`,
};
