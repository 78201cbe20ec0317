/** Changes to a Robin script that leave the desktop flow what it is, so that no finding may come or go. */
import { lexRobin } from '../../../src/analysis/platforms/power-automate/desktop/lexer.ts';
import { isRobin } from '../../../src/analysis/platforms/power-automate/desktop/recognise.ts';
import type { Transformation } from './power-automate.ts';

/** What a renamed variable or subflow begins with. In front, because what a name ends in says what it holds. */
const PREFIX = 'my_';

const changing =
  (change: (script: string) => string) =>
  (text: string): string =>
    isRobin(text) ? change(text) : text;

/** Puts something before every statement that begins a line; texts and comments of several lines stay as they are. */
function indented(script: string, indent: string): string {
  let changed = '';
  let from = 0;
  let fresh = true;
  for (const { kind, start, end } of lexRobin(script)) {
    if (fresh && kind !== 'line') {
      changed += `${script.slice(from, start).trimEnd()}${from === 0 ? '' : '\n'}${indent}`;
      from = start;
    }
    fresh = kind === 'line';
    if (end > from && kind === 'line') {
      changed += script.slice(from, start);
      from = start;
    }
  }
  return changed + script.slice(from);
}

const DECLARES = /(?:^|\n)[ \t]*(?:DISABLE )?(?:SET|FUNCTION|LOOP FOREACH|@INPUT|@OUTPUT) (\w+)|=> (\w+)/g;

/** Variables and subflows that the script makes, in every spelling that is not a setting or a property. */
function renamed(script: string): string {
  const names = new Set<string>();
  for (const [, declared, written] of script.matchAll(DECLARES)) names.add((declared ?? written)!);
  names.delete('Main');
  if (names.size === 0) return script;
  const words = [...names].join('|');
  const use = new RegExp(
    `(?<![\\w.'@\\\\])(?:${words})(?!\\w|:|=>|\\()|(?<=@(?:INPUT|OUTPUT) )(?:${words})\\b`,
    'g',
  );
  return script.replace(use, (name) => `${PREFIX}${name}`);
}

/** Puts a step into a condition. */
function moved(script: string): string {
  // Declarations and subflows belong at the top.
  if (/^[ \t]*(?:@|IMPORT|FUNCTION)/m.test(script) || /\bLABEL\b|\bGOTO\b/.test(script)) return script;
  return `IF IsEmpty(Absent) THEN\n${script}\nEND`;
}

/** The transformations for scripts; what is no script comes back as it is. */
export const ROBIN_TRANSFORMATIONS: readonly Transformation[] = [
  { name: 'with CRLF', apply: changing((script) => script.replace(/\r?\n/g, '\r\n')) },
  { name: 'with a byte-order mark', apply: changing((script) => `\ufeff${script}`) },
  { name: 'with every statement indented', apply: changing((script) => indented(script, '        ')) },
  { name: 'without any indent', apply: changing((script) => indented(script, '')) },
  {
    name: 'with empty lines and comments between',
    apply: changing((script) => `\n# first\n\n/# more\nlines #/\n${script}\n\n`),
  },
  {
    name: 'with symbols renamed',
    apply: changing(renamed),
    restore: (subject) => (subject.startsWith(PREFIX) ? subject.slice(PREFIX.length) : subject),
  },
  { name: 'moved into a condition', apply: changing(moved) },
];
