/** Table of the limits of the interface, from `src/contract/limits.ts` and its docstrings. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { CONTRACT_LIMITS } from '../src/contract/limits.ts';
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
