/** Planted cases: small real-format files, each with one defect, or with what looks like one. */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { workbookOf } from './workbook.ts';
import { zip } from './zip.ts';

const FOLDER = join(import.meta.dirname, '../../fixtures/planted');
/** `-- shell name --`, or `-- RULE defect [shell]: title --`. */
const HEAD =
  /^-- (?:shell ?(?<named>.*)|(?<rule>[A-Z]{3}-[A-Z]{3}-\d{3}) (?<kind>defect|near miss)(?: \[(?<shell>[^\]]+)\])?: (?<title>.+)) --\n/gm;
const MEMBER = /^\+\+ (.+) \+\+\n/gm;
/** What is a whole file already. */
const WHOLE = /^(?:\{|<\?xml|<Activity\b)/;

export interface PlantedCase {
  /** Name of the data file without its extension: the platform or the language. */
  readonly set: string;
  readonly ruleId: string;
  readonly isDefect: boolean;
  readonly title: string;
  readonly bytes: Buffer;
}

/** Yields the parts of a text behind each mark, with the match of the mark. */
function* partsOf(
  text: string,
  mark: RegExp,
): Generator<{ readonly match: RegExpMatchArray; readonly part: string }> {
  const marks = [...text.matchAll(mark)];
  for (const [i, match] of marks.entries())
    yield { match, part: text.slice(match.index! + match[0].length, marks[i + 1]?.index).trimEnd() };
}

function bytesOf(text: string, shell: string): Buffer {
  const members = [...partsOf(text, MEMBER)].map(({ match, part }) => ({
    name: match[1]!,
    content: match[1]!.endsWith('.xlsx') ? workbookOf(part) : part,
  }));
  if (members.length > 0) return zip(members);
  const whole = WHOLE.test(text) ? text : shell.replace('%BODY%', () => text);
  // Code is known by its path.
  return whole.startsWith('using ') ? zip([{ name: 'Main.cs', content: whole }]) : Buffer.from(whole);
}

/** Yields every planted case, set by set. */
export function* plantedCases(): Generator<PlantedCase> {
  for (const file of readdirSync(FOLDER)) {
    const shells = new Map<string, string>();
    for (const { match, part } of partsOf(readFileSync(join(FOLDER, file), 'utf8'), HEAD)) {
      const { named, rule, kind, shell = '', title } = match.groups!;
      if (named !== undefined) shells.set(named, part);
      else
        yield {
          set: file.replace('.txt', ''),
          ruleId: rule!,
          isDefect: kind === 'defect',
          title: title!,
          bytes: bytesOf(part, shells.get(shell) ?? '%BODY%'),
        };
    }
  }
}
