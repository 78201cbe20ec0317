/** Patterns of CODEOWNERS, and the owner that those of all teams give a file. */
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { createOwnerOf } from '../../../src/service/teams/owner-of.ts';
import { pathMatcher } from '../../../src/service/teams/path-pattern.ts';
import { processorMs } from '../../support/processor-time.ts';

/** Pattern, paths that match, paths that do not. Rows without a comment are examples of GitHub's documentation. */
const ROWS: readonly (readonly [string, readonly string[], readonly string[]])[] = [
  ['*', ['Main.xaml', 'a/b/Main.xaml'], []],
  ['*.js', ['a.js', 'a/b/c.js'], ['a.ts', 'js']],
  ['/build/logs/', ['build/logs/a.log', 'build/logs/deep/b.log'], ['src/build/logs/a.log', 'build/logs']],
  ['docs/*', ['docs/getting-started.md'], ['docs/build-app/troubleshooting.md', 'x/docs/a.md']],
  ['apps/', ['apps/a.txt', 'x/apps/deep/b.txt'], ['apps', 'myapps/a']],
  ['/docs/', ['docs/a', 'docs/deep/b'], ['x/docs/a']],
  ['/scripts', ['scripts', 'scripts/a.sh'], ['x/scripts', 'scripts2']],
  ['**/logs', ['logs/a', 'build/logs/a', 'deeply/nested/logs/a', 'logs'], ['mylogs/a']],
  ['/apps/github', ['apps/github', 'apps/github/a'], ['apps/gitlab', 'x/apps/github']],
  ['/a/**/z.xaml', ['a/z.xaml', 'a/b/z.xaml', 'a/b/c/z.xaml'], ['z.xaml', 'b/a/z.xaml', 'a/b/y.xaml']],
  ['/docs/**', ['docs/a', 'docs/a/b'], ['x/docs/a']],
  ['Main?.xaml', ['Main1.xaml', 'x/Main2.xaml'], ['Main.xaml', 'Main12.xaml']],
  ['a*b*c', ['abc', 'aXbYc', 'abbcc'], ['ab', 'cba']],
  // Letters count.
  ['/Docs/', ['Docs/a'], ['docs/a']],
];

describe('a pattern of paths', () => {
  for (const [pattern, matching, others] of ROWS)
    it(`${pattern} matches what CODEOWNERS means by it`, () => {
      const matches = pathMatcher(pattern);
      for (const path of matching) assert.ok(matches(path.split('/')), path);
      for (const path of others) assert.ok(!matches(path.split('/')), path);
    });

  it('takes no more steps for hostile ones than their lengths multiplied', () => {
    const hostile = [
      `${'*a'.repeat(250)}b`,
      '**/'.repeat(170),
      `${'**/*a'.repeat(100)}`,
      `${'?*'.repeat(255)}!`,
    ];
    const paths = ['a'.repeat(255), 'a/'.repeat(127), `${'a'.repeat(254)}b`];
    const startedMs = processorMs();
    for (const pattern of hostile) for (const path of paths) pathMatcher(pattern)(path.split('/'));
    assert.ok(processorMs() - startedMs < 2_000);
  });
});

describe('the owner of a file', () => {
  const ownerOf = createOwnerOf([
    { teamId: 'all', repository: 'bank/*', path: null },
    { teamId: 'robots', repository: 'bank/robots', path: null },
    { teamId: 'payments', repository: 'bank/robots', path: '/payments/' },
    { teamId: 'cards', repository: 'bank/*', path: '*.json' },
    { teamId: 'late', repository: 'bank/robots', path: '/payments/late/' },
  ]);

  for (const [what, repository, path, owner] of [
    ['the last match', 'bank/robots', 'payments/late/A.xaml', 'late'],
    ['a path before the whole repository', 'bank/robots', 'payments/A.xaml', 'payments'],
    ['the whole repository', 'bank/robots', 'Main.xaml', 'robots'],
    ['the exact name of a repository before a later pattern with *', 'bank/robots', 'flow.json', 'robots'],
    ['the last match of patterns with *', 'bank/flows', 'flow.json', 'cards'],
    ['patterns with *', 'bank/flows', 'Main.xaml', 'all'],
    ['absent in another repository', 'shop/flows', 'flow.json', undefined],
    ['absent where the name has other letters', 'Bank/robots', 'Main.xaml', undefined],
    ['absent without a repository', null, 'flow.json', undefined],
  ] as const)
    it(`is ${what}`, async () => {
      assert.equal(await ownerOf(repository, path), owner);
    });

  it('is found among 10,000 patterns of one repository', async () => {
    const many = createOwnerOf(
      Array.from({ length: 10_000 }, (_, index) => ({
        teamId: `t${index}`,
        repository: 'bank/robots',
        path: `/robots/${index}/**/*a*b*.xaml`,
      })),
    );
    const startedMs = processorMs();
    for (let index = 0; index < 100; index += 1)
      assert.equal(await many('bank/robots', `robots/${index}/deep/xaxbx.xaml`), `t${index}`);
    assert.ok(processorMs() - startedMs < 10_000);
  });

  it('lets others have a turn while hostile patterns are looked through', async () => {
    const path = `${'**/a/'.repeat(100)}b`;
    const hostile = createOwnerOf(
      Array.from({ length: 10_000 }, () => ({ teamId: 'evil', repository: 'bank/robots', path })),
    );
    let turns = 0;
    const count = () => {
      turns += 1;
      next = setImmediate(count);
    };
    let next = setImmediate(count);
    assert.equal(await hostile('bank/robots', `${'a/'.repeat(250)}a`), undefined);
    clearImmediate(next);
    assert.ok(turns >= 5, `${turns} turns`);
  });
});
