/** House style: the words of the field, docstrings that begin with the point, names that exist once. */
import assert from 'node:assert/strict';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, test } from 'node:test';
import { partsOfSource } from '../support/source-text.ts';

const ROOT = join(import.meta.dirname, '../..');

/** Words to avoid in comments, docstrings and identifiers → what to write instead. */
const BANNED: readonly (readonly [words: readonly string[], instead: string])[] = [
  [['tell', 'tells', 'told', 'telling'], 'report, notify, return, describe, distinguish'],
  [['ask', 'asks', 'asked', 'asking'], 'query, request, call, check, load'],
  [['keep', 'keeps', 'kept'], 'store, cache, retain, hold, preserve'],
  [['wish', 'wishes'], 'input, request'],
  [['whoever', 'whatever'], 'any caller that …, any …'],
  [['nobody', 'somebody'], 'no caller, no one; a person, another process'],
  [['seat', 'seats'], 'permit, slot'],
  [['guest', 'guests'], 'sandbox, visitor'],
  [['forsaken'], 'abandoned'],
  [['surroundings'], 'environment, context'],
  [['refusal', 'refusals', 'refuse', 'refuses', 'refused', 'refusing'], 'rejection, reject'],
  [['carried over'], 'reused'],
  [['shall'], 'must, should'],
];
/** Names that are not ours: of packages, of the REST API, of functions in the database. */
const FOREIGN =
  /keep-?alive|KEEP|keep_api_keys|keepApiKeys|keptApiKeys|keepCase|keepKeys|refused: (?:string|rejected)/gi;

const SOURCES = ['src', 'gateway', 'workers', 'web', 'test', 'scripts', 'bench'].flatMap((folder) =>
  readdirSync(join(ROOT, folder), { recursive: true, encoding: 'utf8' })
    .map((file) => `${folder}/${file.replaceAll('\\', '/')}`)
    .filter((file) => /\.(?:m?ts|tsx)$/.test(file) && !/\/(?:gen|fixtures|goldens|node_modules)\//.test(file))
    .filter((file) => file !== 'test/repository/tidy.test.ts'),
);
const INSTEAD = new Map(BANNED.flatMap(([words, instead]) => words.map((word) => [word, instead])));
const WORD = new RegExp(`\\b(?:${[...INSTEAD.keys()].join('|')})\\b`, 'gi');

/** Returns the words of an identifier: `isFileHere` → is, file, here. */
const wordsOf = (name: string): readonly string[] =>
  (name.match(/[A-Z]?[a-z0-9]+|[A-Z]+(?![a-z])/g) ?? []).map((word) => word.toLowerCase());

function bannedIn(file: string): readonly string[] {
  return partsOfSource(readFileSync(join(ROOT, file), 'utf8')).flatMap(({ kind, text, line }) => {
    if (kind === 'string') return [];
    return text.split('\n').flatMap((row, i) => {
      const own = row.replace(FOREIGN, '');
      const words =
        kind === 'comment'
          ? [...own.matchAll(WORD)].map(([word]) => word.toLowerCase())
          : (own.match(/[A-Za-z_$][\w$]*/g) ?? []).flatMap(wordsOf).filter((word) => INSTEAD.has(word));
      return [...new Set(words)].map((word) => `${file}:${line + i}: ${word} → ${INSTEAD.get(word)}`);
    });
  });
}

/** A title of a test, up to its end on the line. */
const TITLE = /^\s*(?:await )?(?:test|it|describe)(?:\.\w+)?\(\s*(['"`])(.*?)\1(?:,|$)/;
/** Names of ours that a title quotes. */
const QUOTED_IN_TITLES = /\$\{[^}]*\}|`[^`]*`|keep-alive/g;

function bannedTitlesIn(file: string): readonly string[] {
  return readFileSync(join(ROOT, file), 'utf8')
    .split('\n')
    .flatMap((row, i) => {
      const title = TITLE.exec(row)?.[2]?.replace(QUOTED_IN_TITLES, '') ?? '';
      const words = [...title.matchAll(WORD)].map(([word]) => word.toLowerCase());
      return words.map((word) => `${file}:${i + 1}: ${word} → ${INSTEAD.get(word)}`);
    });
}

/** First words of a docstring that postpone its point. */
const POSTPONES = /^(?:Who|What|Whoever|Whatever|When|Where|Which|How|Whether|Why|Whose|That|All that)\b/;
const FIRST_SENTENCE_WORDS_MAX = 20;

function poorDocstringsIn(file: string): readonly string[] {
  return partsOfSource(readFileSync(join(ROOT, file), 'utf8'))
    .filter(({ kind, text }) => kind === 'comment' && text.startsWith('/**'))
    .flatMap(({ text, line }) => {
      const prose = text
        .slice(3, -2)
        .replace(/\s*\n\s*\*\s?/g, ' ')
        .trim();
      const first = prose.split(/(?<=[.:;!?])\s/)[0] ?? '';
      const isLong = first.split(/\s+/).length > FIRST_SENTENCE_WORDS_MAX;
      return POSTPONES.test(prose) || isLong ? [`${file}:${line}: ${first.slice(0, 80)}`] : [];
    });
}

describe('sources', () => {
  test('have titles of tests in the words of the field', () => {
    const titled = SOURCES.filter((file) => file.startsWith('test/'));
    assert.deepEqual(titled.flatMap(bannedTitlesIn), []);
  });

  test('use the words of the field', () => {
    assert.deepEqual(SOURCES.flatMap(bannedIn), []);
  });

  test('have messages of errors in the words of the field', () => {
    const messages = partsOfSource(readFileSync(join(ROOT, 'src/errors.ts'), 'utf8'));
    const found = messages.flatMap(({ kind, text }) => (kind === 'string' ? (text.match(WORD) ?? []) : []));
    assert.deepEqual(found, []);
  });

  test('have docstrings whose first sentence is short and begins with a verb or a noun', () => {
    const product = SOURCES.filter((file) => /^(?:src|gateway|workers|web)\//.test(file));
    assert.deepEqual(product.flatMap(poorDocstringsIn), []);
  });
});

/** Words to avoid in prose for users too, who may well be told to ask an administrator or to keep a copy. */
const DIALECT =
  /\b(?:whoever|whatever|nobody|somebody|told|tells|shall|guests?|seats?|refusals?|is refused|are refused)\b/gi;

/** Prose beside the code: comments of SQL and of the contract, and the pages of rules without their examples. */
const PROSE: readonly {
  readonly folder: string;
  readonly ending: string;
  readonly noProse: RegExp;
  readonly banned: RegExp;
}[] = [
  { folder: 'sql', ending: '.sql', noProse: /^(?!\s*--).*$/gm, banned: WORD },
  { folder: 'proto/flowarden', ending: '.proto', noProse: /^(?!\s*\/\/).*$/gm, banned: WORD },
  { folder: 'src/analysis/rules', ending: '.md', noProse: /^(`{3,})[\s\S]*?^\1$/gm, banned: DIALECT },
];

for (const { folder, ending, noProse, banned } of PROSE)
  test(`${folder} uses the words of the field`, () => {
    const files = readdirSync(join(ROOT, folder), { recursive: true, encoding: 'utf8' });
    const found = files
      .filter((file) => file.endsWith(ending))
      .flatMap((file) =>
        readFileSync(join(ROOT, folder, file), 'utf8')
          .replaceAll(noProse, '')
          .split('\n')
          .flatMap((row) =>
            (row.replaceAll(QUOTED_IN_TITLES, '').match(banned) ?? []).map(
              (word) => `${file}: ${word}: ${row.trim().slice(0, 90)}`,
            ),
          ),
      );
    assert.deepEqual(found, []);
  });

/** Files of one shape, each of which exports its rule or its fix. */
const SAME_SHAPE = /^src\/analysis\/(?:rules\/|fixes\/[\w-]+\/\w{3}-\w{3}-\d{3}\.ts$)/;

test('no name is exported twice', () => {
  const files = new Map<string, Set<string>>();
  for (const file of SOURCES) {
    if (!file.startsWith('src/') || SAME_SHAPE.test(file)) continue;
    const exports = readFileSync(join(ROOT, file), 'utf8').matchAll(
      /^export (?:async )?(?:function\*?|const|let|class|interface|type) (\w+)/gm,
    );
    for (const [, name = ''] of exports) files.set(name, (files.get(name) ?? new Set()).add(file));
  }
  const twice = [...files].filter(([, homes]) => homes.size > 1);
  assert.deepEqual(
    twice.map(([name, homes]) => `${name}: ${[...homes].join(', ')}`),
    [],
  );
});

/** Heading that quotes a message of the program. */
const QUOTED = '### `The token is refused: …`';
/** Words to avoid in documents for users. */
const BANNED_IN_DOCUMENTS =
  /\b(?:whoever|told|somebody|shall|guests?|seats?|refusals?|is refused|are refused)\b/i;

test('documents use the words of the field', () => {
  const documents = ['README.md', 'SECURITY.md', 'CONTRIBUTING.md', 'ARCHITECTURE.md'].concat(
    readdirSync(join(ROOT, 'docs'))
      .filter((file) => file.endsWith('.md'))
      .map((file) => `docs/${file}`),
  );
  const found = documents.flatMap((file) =>
    readFileSync(join(ROOT, file), 'utf8')
      .split('\n')
      .flatMap((text, i) =>
        text !== QUOTED && BANNED_IN_DOCUMENTS.test(text) ? [`${file}:${i + 1}: ${text.slice(0, 120)}`] : [],
      ),
  );
  assert.deepEqual(found, []);
});
