/** Tables of every limit, from the `limits.ts` of each area and the docstrings in it. */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { formatNumber, plural } from '../src/text/format.ts';
import { DAY_MS, HOUR_MS, KIB, MIB, MINUTE_MS, SECOND_MS } from '../src/units.ts';
import { markdownTable } from './markdown-table.ts';

const ROOT = join(import.meta.dirname, '..');

/** One documented member of a table. */
const MEMBER = /\/\*\*((?:[^*]|\*(?!\/))*)\*\/\s+(?:readonly )?([a-zA-Z0-9]+):/g;

/** Returns one Markdown table for each file of limits, with the file's own first line as its title. */
export async function limitTables(): Promise<string> {
  const paths = ['src', 'gateway']
    .flatMap((folder) =>
      readdirSync(join(ROOT, folder), { recursive: true, encoding: 'utf8' }).map(
        (file) => `${folder}/${file}`,
      ),
    )
    .filter((path) => path.endsWith('/limits.ts'))
    // What holds for callers comes first.
    .sort(
      (a, b) => Number(b.includes('/contract/')) - Number(a.includes('/contract/')) || a.localeCompare(b),
    );
  const tables = await Promise.all(paths.map(tableOf));
  return tables.join('\n\n');
}

async function tableOf(path: string): Promise<string> {
  const file = join(ROOT, path);
  const text = readFileSync(file, 'utf8');
  const tables = Object.values(await import(pathToFileURL(file).href)).filter(
    (table) => typeof table === 'object',
  );
  const values: Readonly<Record<string, number>> = Object.assign({}, ...tables);
  const rows = [...text.matchAll(MEMBER)].map(([, comment, name]) => {
    const words = comment!.replace(/\s*\n\s*\*\s*/g, ' ').trim();
    return [words.replaceAll('|', '\\|'), readable(name!, values[name!]!)];
  });
  const undocumented = Object.keys(values).length - rows.length;
  if (undocumented !== 0) throw new Error(`${path}: ${plural(undocumented, 'limit')} without a docstring`);
  const [, title] = /^\/\*\* ([^.]*)\./.exec(text)!;
  return `### ${title}\n\n${markdownTable(['what', 'limit'], rows)}`;
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
