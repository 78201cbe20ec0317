/** The reader of YAML in blocks against the library, over random documents: the same values at the same places, or none. */
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { readBlockYaml } from '../../../../src/analysis/platforms/yaml/block-reader.ts';
import { readAnyYaml, readPlacedYaml } from '../../../../src/analysis/platforms/yaml/document.ts';

const UNBOUNDED = { count: () => undefined };

/** Creates a source of numbers below a bound, the same in each run. */
function createRandom(seed: number): (bound: number) => number {
  let state = seed;
  return (bound) => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return Math.floor((state / 2 ** 32) * bound);
  };
}

const KEYS = [
  'kind',
  'id',
  'actions',
  '$kind',
  '@odata.type',
  '_by@odata.type',
  'a-b',
  'x.y',
  'true',
  'null',
  '"q"',
  '12',
  'é',
  '- k',
  '<<',
];
const SCALARS = [
  'OnIntent',
  '=Topic.Day = "Sunday"',
  "'it''s'",
  '"a\\nb \\u00e9"',
  '"bad \\x41"',
  '12',
  '-5',
  '~',
  'true',
  '|+',
  'a # c',
  'a#c',
  'a: b',
  'a:',
  '[]',
  '{}',
  '[1, 2]',
  '{a: 1}',
  '&x y',
  '*x',
  '!t y',
  '|',
  '|-',
  '>',
  '>-',
  '|2',
  '-',
  '- a',
  '? a',
  '',
  '# only',
  "'open",
  '"a" b',
  '@at',
  '`tick',
  '%p',
  'https://x/y?z=1',
  'a  b ',
  "'a' # c",
  '{Topic.x}',
  'a\tb',
  '===',
];
const LINES = ['text', '  deeper', '', '   ', '# no comment', 'a: b', '- x', '\ttab', "'"];

/** Writes a random document, most of it well-formed. */
function documentOf(random: (bound: number) => number): string {
  const pick = <T>(from: readonly T[]): T => from[random(from.length)]!;
  const lines: string[] = [];
  const write = (indent: number, depth: number): void => {
    const isList = depth > 0 && random(3) === 0;
    for (let i = 1 + random(4); i > 0; i -= 1) {
      const column = ' '.repeat(Math.max(0, indent + (random(40) === 0 ? random(3) - 1 : 0)));
      if (random(12) === 0) lines.push(pick(['', '   ', `${column}# note`, '#']));
      const head = isList ? '- ' : `${pick(KEYS.slice(0, random(6) === 0 ? undefined : 8))}:`;
      const kind = random(5);
      if (kind < 2 || depth > 4) {
        const value = pick(SCALARS.slice(0, random(4) === 0 ? undefined : 14));
        lines.push(`${column}${head}${isList ? '' : ' '}${value}`);
        if (/^[|>]/.test(value) || random(25) === 0)
          for (let more = random(4); more > 0; more -= 1) lines.push(' '.repeat(indent + 2) + pick(LINES));
      } else if (isList && kind === 2) {
        lines.push(`${column}- ${pick(KEYS.slice(0, 8))}: ${pick(SCALARS.slice(0, 14))}`);
        lines.push(`${column}  ${pick(KEYS.slice(0, 8))}: ${pick(SCALARS.slice(0, 14))}`);
      } else {
        lines.push(`${column}${isList ? '- ' : ''}${pick(KEYS.slice(0, 8))}:`);
        write(indent + pick([0, 2, 2, 2, 4]) + (isList ? 2 : 0), depth + 1);
      }
    }
  };
  write(0, 0);
  const ends = pick(['\n', '\n', '\r\n']);
  return lines.join(ends) + pick(['', ends, ends + ends]);
}

describe('the reader of YAML in blocks', () => {
  it('reads what the library reads, at the same places, or leaves it to the library', () => {
    const random = createRandom(40);
    let own = 0;
    for (let run = 0; run < 4_000; run += 1) {
      const text = documentOf(random);
      const read = readBlockYaml(text, UNBOUNDED);
      if (read === undefined) continue;
      own += 1;
      const { root, defects } = readAnyYaml(text);
      assert.deepEqual([read, []], [root, defects], JSON.stringify(text));
    }
    assert.ok(own > 300, `only ${own} documents were read`);
  });

  it('reads what designers write', () => {
    const text =
      '# Topic\nkind: AdaptiveDialog\nbeginDialog:\n  kind: OnIntent\n  actions:\n  - kind: SendActivity\n    text:\n      - |-\n        Hello\n\n        # you\n      - "a\\"b"\n  empty: []\nlast: x # note\n';
    assert.deepEqual(readBlockYaml(text, UNBOUNDED), readAnyYaml(text).root);
    assert.notEqual(readBlockYaml(text, UNBOUNDED), undefined);
  });

  it('has the bounds of the library', () => {
    const deep = Array.from({ length: 300 }, (_, i) => `${' '.repeat(i)}a:`).join('\n');
    for (const text of [deep, `b:\n${'- 1\n'.repeat(250_000)}`])
      assert.throws(() => readPlacedYaml(text), { code: 'structure_limit_exceeded' });
  });
});
