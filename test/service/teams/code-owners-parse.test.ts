/** CODEOWNERS files in the grammars of GitHub and GitLab: what is read, and who owns a path. */
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { CodeOwnersGrammar } from '../../../src/contract/team.ts';
import { matchingOwners } from '../../../src/service/teams/code-owners/matching-owners.ts';
import { parseCodeOwners } from '../../../src/service/teams/code-owners/parse.ts';
import { processorMs } from '../../support/processor-time.ts';

/** Returns the owners of a path, by section. */
function ownersOf(text: string, grammar: CodeOwnersGrammar, path: string): readonly (readonly string[])[] {
  const sections = matchingOwners(parseCodeOwners(text, grammar), grammar);
  const steps = path.split('/');
  return sections.map((rules) => rules.find(({ matches }) => matches(steps))?.owners ?? []);
}

type Row = readonly [what: string, grammar: CodeOwnersGrammar, text: string, path: string, owners: string];

/** Owners of one section stand behind each other, those of the next behind a bar. */
const ROWS: readonly Row[] = [
  ['the last match wins', 'github', '* @all\n*.xaml @robots', 'a/Main.xaml', '@robots'],
  ['an earlier match counts for the rest', 'github', '* @all\n*.xaml @robots', 'a/Main.json', '@all'],
  ['several owners', 'github', '*.js @a @org/b c@example.com', 'x.js', '@a @org/b c@example.com'],
  ['a line without owners takes them away', 'github', '/apps/ @a\n/apps/github', 'apps/github/x', ''],
  ['a comment at the end', 'github', '*.js @a # the team @b', 'x.js', '@a'],
  ['a comment alone', 'github', '# * @b\n* @a', 'x', '@a'],
  ['a space with a backslash', 'github', '/My\\ Robots/ @a', 'My Robots/Main.xaml', '@a'],
  ['no negation', 'github', '* @a\n!/docs/ @b', 'docs/x', '@a'],
  ['no ranges', 'github', '* @a\n[ab].js @b', 'a.js', '@a'],
  ['no escaped number sign', 'github', '* @a\n\\#x @b', '#x', '@a'],
  ['no sections', 'github', '* @a\n[Docs]\n', 'x', '@a'],
  ['a line with a wrong owner is left out', 'github', '* @a\n*.js b', 'x.js', '@a'],
  ['Windows line ends', 'github', '* @a\r\n*.js @b\r\n', 'x.js', '@b'],
  ['a slash within anchors', 'github', 'a/b @a', 'x/a/b', ''],
  ['the last match wins in a section', 'gitlab', '* @all\n*.xaml @robots', 'a/Main.xaml', '@robots'],
  ['each section by itself', 'gitlab', '* @a\n[Docs]\n*.md @b', 'x.md', '@a|@b'],
  ['default owners', 'gitlab', '[Docs] @b @c\n*.md\nx.md @d', 'y.md', '|@b @c'],
  ['own owners before default ones', 'gitlab', '[Docs] @b\n*.md\nx.md @d', 'x.md', '|@d'],
  ['an optional section', 'gitlab', '^[Docs] @b\n*.md', 'y.md', '|@b'],
  ['a count of approvals', 'gitlab', '[Docs][2] @b\n*.md', 'y.md', '|@b'],
  ['an optional section with spaces', 'gitlab', '^[Docs and more] @b\n*.md', 'y.md', '|@b'],
  ['sections of one name', 'gitlab', '[Docs]\n*.md @b\n[DOCS]\nx.md @c', 'x.md', '|@c'],
  ['an exclusion', 'gitlab', '* @a\n!*.rb\n/x.rb @b', 'x.rb', ''],
  ['an exclusion of one section', 'gitlab', '* @a\n[Ruby]\n*.rb @b\n!/gems/', 'gems/x.rb', '@a|'],
  ['an escaped number sign', 'gitlab', '\\#x @b', '#x', '@b'],
  ['a file at any depth', 'gitlab', 'a/b.md @a', 'x/a/b.md', '@a'],
  ['a file from the root', 'gitlab', '/a/b.md @a', 'x/a/b.md', ''],
  ['a folder with a slash', 'gitlab', '/docs/ @a', 'docs/deep/x', '@a'],
  ['a folder without a slash is a file', 'gitlab', '/docs @a', 'docs/x', ''],
  ['one star means one folder', 'gitlab', '/docs/* @a', 'docs/deep/x', ''],
  ['two stars in the middle', 'gitlab', '/docs/**/x.md @a', 'docs/a/b/x.md', '@a'],
  ['roles are names', 'gitlab', '* @@developers', 'x', '@@developers'],
];

describe('a CODEOWNERS file', () => {
  for (const [what, grammar, text, path, owners] of ROWS)
    it(`has ${what} (${grammar})`, () => {
      const found = ownersOf(text, grammar, path).map((names) => names.join(' '));
      assert.equal(found.join('|'), owners);
    });

  it('counts patterns and the lines that its grammar does not have', () => {
    const { patternCount, skippedLines } = parseCodeOwners('* @a\n!x @b\n# c\n\n*.js @b', 'github');
    assert.deepEqual([patternCount, skippedLines], [2, 1]);
  });

  it('leaves out patterns and owners that are longer than those of teams', () => {
    assert.deepEqual(ownersOf(`* @a\n${'*'.repeat(513)} @b`, 'github', 'x'), [['@a']]);
    assert.deepEqual(ownersOf(`* @a\nx @b @${'c'.repeat(254)}`, 'github', 'x'), [['@a']]);
    assert.deepEqual(ownersOf(`* @a @${'c'.repeat(254)}`, 'gitlab', 'x'), [['@a']]);
  });

  it('takes time in the measure of its length, however hostile it is', () => {
    const texts = [
      '['.repeat(1_000_000),
      '\\'.repeat(1_000_000),
      `* ${'@a '.repeat(300_000)}`,
      '[a][1'.repeat(200_000),
    ];
    const startedMs = processorMs();
    for (const text of texts)
      for (const grammar of ['github', 'gitlab'] as const) parseCodeOwners(text, grammar);
    assert.ok(processorMs() - startedMs < 4_000);
  });
});
