/** Forms of values that settings take on every platform; what does not have the form is rejected in every run. */
import { HOLE, odataFilterFault } from './odata-filter.ts';

/** Returns what is wrong with a value, as the end of a sentence; undefined for one that may be right. */
export type ValueObjection = (text: string, args: readonly string[]) => string | undefined;

const NUMBER = /^-?\d{1,9}(?:\.\d{1,9})?$/;
const ISO_DURATION =
  /^-?P(?=\d|T\d)(?:\d+Y)?(?:\d+M)?(?:\d+W)?(?:\d+D)?(?:T(?=\d)(?:\d+H)?(?:\d+M)?(?:\d+(?:\.\d+)?S)?)?$/;
/** Names in a list of time zones, which are no ids. */
const SHOWN_ZONE = /^\((?:utc|gmt)|^(?:utc|gmt) ?[+-] ?\d{1,2}:\d{2}$/i;
/** Texts that name no cell: row 0, a number, or the row first. Ranges, their names and cells of other sheets are right. */
const NO_CELL = /^(?:\$?[a-z]{1,3}\$?0+|\d+[a-z]{0,3})$/i;
/** Marks that a deployment or the user of a template replaces. */
const PLACEHOLDER = /#\{|\$\(|\{\{|\$\{|__\w{1,50}__|^\[.*\]$|^<[^<>/]*>$|^%[^%]*%$/s;
/** A server with its port; an address of IPv6 has several colons. */
const SERVER_AND_MORE = /[/@]|^[^:]*:\d+$/;
const PAGES = /^\d+(?:-\d+)?(?:,\d+(?:-\d+)?)*$/;
/** Letters that the patterns of Java do not know outside of single quotation marks. */
const UNKNOWN_LETTER = /[bCfiIjJloPrRtTU]/;

/** Returns what is wrong with a pattern for dates of Java. */
function javaDateFault(pattern: string): string | undefined {
  const parts = pattern.split("'");
  if (parts.length % 2 === 0) return `is "${pattern}", which has a quotation mark without its partner`;
  const [letter] = UNKNOWN_LETTER.exec(parts.filter((_, at) => at % 2 === 0).join('')) ?? [];
  return (
    letter &&
    `is "${pattern}", whose letter "${letter}" stands for no part of a date: put it in single quotation marks`
  );
}

/** Letters that stand for a whole format of .NET when they are alone. */
const WHOLE_FORMAT = /^[dDfFgGmMoOrRstTuUyY]$/;

/** Returns what is wrong with a pattern for dates of .NET, which takes any letter among others. */
function netDateFault(pattern: string): string | undefined {
  if (pattern.length === 1)
    return WHOLE_FORMAT.test(pattern) ? undefined : `is "${pattern}", which is no format of dates`;
  let open = '';
  for (let at = 0; at < pattern.length; at += 1) {
    const sign = pattern[at]!;
    if (sign === '\\') at += 1;
    else if (open !== '') open = sign === open ? '' : open;
    else if (sign === '"' || sign === "'") open = sign;
    if (at >= pattern.length) return `is "${pattern}", whose last sign "\\" needs another behind it`;
  }
  return open === '' ? undefined : `is "${pattern}", which has a quotation mark without its partner`;
}

const fixed =
  (form: ValueObjection): ValueObjection =>
  (text, args) =>
    text.includes(HOLE) || text.trim() === '' || PLACEHOLDER.test(text.trim())
      ? undefined
      : form(text.trim(), args);

/** Forms by name, as tables of facts use them. */
export const VALUE_FORMS: Readonly<Record<string, ValueObjection>> = {
  'one-of': fixed((text, args) =>
    args.some((arg) => arg.toLowerCase() === text.toLowerCase())
      ? undefined
      : `is "${text}", which is none of ${args.join(', ')}`,
  ),
  between: fixed((text, [least, most]) => {
    const number = NUMBER.test(text) ? Number(text) : undefined;
    if (number === undefined || (number >= Number(least) && number <= Number(most ?? Infinity)))
      return undefined;
    return `is ${text}, but goes from ${least}${most === undefined ? ' up' : ` to ${most}`}`;
  }),
  'iso-duration': fixed((text) =>
    ISO_DURATION.test(text) ? undefined : `is "${text}", which is no duration such as "PT1H"`,
  ),
  'time-zone': fixed((text) =>
    SHOWN_ZONE.test(text) ? `is "${text}", where the id of a time zone of Windows belongs` : undefined,
  ),
  'web-address': fixed((text) =>
    /^https?:\/\//i.test(text) ? undefined : 'is no address that begins with "https://"',
  ),
  'mail-address': fixed((text) => (text.includes('@') ? undefined : 'holds no mail address')),
  'host-name': fixed((text) =>
    SERVER_AND_MORE.test(text) ? `is "${text}", but takes the name of the server alone` : undefined,
  ),
  'fetch-xml': fixed((text) => (/^<(?:fetch\b|\?xml\b|!--)/i.test(text) ? undefined : 'is no FetchXML')),
  cell: fixed((text) => (NO_CELL.test(text) ? `is "${text}", which is no cell such as "B2"` : undefined)),
  'page-list': fixed((text) =>
    PAGES.test(text.replace(/\s/g, ''))
      ? undefined
      : `is "${text}", which is no list of pages such as "1,3-5"`,
  ),
  'java-date': fixed(javaDateFault),
  'net-date': fixed(netDateFault),
  'odata-filter': odataFilterFault,
};
