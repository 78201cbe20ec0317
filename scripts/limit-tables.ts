/** Tables of the limits of the interface: of fields from the proto files, others from `src/contract/limits.ts`. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { CONTRACT_LIMITS } from '../src/contract/limits.ts';
import type { FieldFacts, MessageName, ValueLimits } from '../src/contract/messages/facts.ts';
import { MESSAGES } from '../src/gen/contract/messages.ts';
import { METHODS } from '../src/gen/contract/methods.ts';
import { formatNumber, plural } from '../src/text/format.ts';
import { markdownTable } from '../src/text/markdown-table.ts';
import { DAY_MS, HOUR_MS, KIB, MIB, MINUTE_MS, SECOND_MS } from '../src/units.ts';

const ROOT = join(import.meta.dirname, '..');

/** One documented member of a table. */
const MEMBER = /\/\*\*((?:[^*]|\*(?!\/))*)\*\/\s+(?:readonly )?([a-zA-Z0-9]+):/g;

/** Returns a Markdown table of the limits that hold for callers. */
export function limitTable(): string {
  const text = readFileSync(join(ROOT, 'src/contract/limits.ts'), 'utf8');
  const values: Readonly<Record<string, number>> = CONTRACT_LIMITS;
  const rows = [...text.matchAll(MEMBER)].map(([, comment, name]) => {
    const words = comment!.replace(/\s*\n\s*\*\s*/g, ' ').trim();
    return [words.replaceAll('|', '\\|'), readable(name!, values[name!]!)];
  });
  const undocumented = Object.keys(values).length - rows.length;
  if (undocumented !== 0) throw new Error(`${plural(undocumented, 'limit')} without a docstring`);
  return markdownTable(['what', 'limit'], rows);
}

/** Returns a Markdown table of the limits of the fields of requests: those of one name and one limit share a row. */
export function fieldTable(): string {
  const limited = requestMessages().flatMap((message) =>
    MESSAGES[message]!.fields.flatMap((field) => {
      const limit = limitOf(field);
      return limit === '' || field.rest?.outputOnly ? [] : [{ name: field.name, limit, message }];
    }),
  );
  const rows = [...Map.groupBy(limited, ({ name, limit }) => `${name} ${limit}`).values()]
    .sort(([one], [other]) => (one!.name < other!.name ? -1 : 1))
    .map((places) => [
      `\`${places[0]!.name}\``,
      places[0]!.limit,
      places.map(({ message }) => `\`${message.split('.').at(-1)}\``).join(', '),
    ]);
  return markdownTable(['field', 'limit', 'of'], rows);
}

/** Returns the messages that requests have, by the public methods. */
function requestMessages(): readonly MessageName[] {
  const found = new Set(Object.values(METHODS).map(({ request }) => request));
  for (const message of found)
    for (const { type } of MESSAGES[message]?.fields ?? [])
      if (type.includes('.')) found.add(type as MessageName);
  return [...found].filter((message) => MESSAGES[message] !== undefined);
}

/** Returns the limit of a field in words; '' if it has none. */
function limitOf({ limits = {}, minItems, maxItems, many }: FieldFacts): string {
  const { min, max, minLength, maxLength } = limits;
  const value = rangeOf(min, max) || charactersOf({ minLength, maxLength });
  if (many !== 'list' || maxItems === undefined) return value;
  return `${rangeOf(minItems, maxItems)} entries${value && ` of ${value}`}`;
}

function charactersOf({
  minLength,
  maxLength,
}: { [Name in keyof ValueLimits]: ValueLimits[Name] | undefined }): string {
  const range = rangeOf(minLength, maxLength);
  return range && `${range} characters`;
}

function rangeOf(min: number | undefined, max: number | undefined): string {
  if (max === undefined) return '';
  return min === undefined ? `at most ${formatNumber(max)}` : `${formatNumber(min)} to ${formatNumber(max)}`;
}

/** Writes a number with the unit that its name ends with. */
function readable(name: string, value: number): string {
  if (/Ms(?:Max|Min|Default)?$|Ms$/.test(name)) return duration(value);
  if (/Bytes(?:[A-Z][a-z]+)?$/.test(name)) return bytes(value);
  if (/MiBMax$/.test(name)) return `${formatNumber(value)} MiB`;
  if (/Percent$/.test(name)) return `${formatNumber(value)} %`;
  const [, unit] =
    /(Seconds|Minutes|Hours|Days|Months)(?:Max|Min|Default|Ahead|Shown|Critical|High)*$/.exec(name) ?? [];
  if (unit !== undefined) return plural(value, unit.slice(0, -1).toLowerCase());
  return formatNumber(value);
}

function duration(milliseconds: number): string {
  for (const [unit, noun] of [
    [DAY_MS, 'day'],
    [HOUR_MS, 'hour'],
    [MINUTE_MS, 'minute'],
    [SECOND_MS, 'second'],
  ] as const)
    if (milliseconds % unit === 0) return plural(milliseconds / unit, noun);
  return milliseconds > SECOND_MS
    ? `${milliseconds / SECOND_MS} seconds`
    : plural(milliseconds, 'millisecond');
}

function bytes(value: number): string {
  if (value % MIB === 0) return `${formatNumber(value / MIB)} MiB`;
  if (value % KIB === 0) return `${formatNumber(value / KIB)} KiB`;
  return plural(value, 'byte');
}
