/** Paths of files as callers send them. */
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import fc from 'fast-check';
import { branchName } from '../../../src/contract/ci-context.ts';
import { baseName, normalisePath } from '../../../src/contract/file-path.ts';
import { CONTRACT_LIMITS } from '../../../src/contract/limits.ts';
import { pathField } from '../../../src/rpc/convert/fields.ts';

const normalised = (text: string) => normalisePath(text, CONTRACT_LIMITS.filenameCharactersMax);

describe('a path', () => {
  const cases: readonly (readonly [submitted: string, path: string])[] = [
    ['Main.xaml', 'Main.xaml'],
    ['src/Main.xaml', 'src/Main.xaml'],
    ['src\\Main.xaml', 'src/Main.xaml'],
    ['./src//Main.xaml', 'src/Main.xaml'],
    ['/src/Main.xaml', 'src/Main.xaml'],
    ['C:\\Users\\Ada\\Main.xaml', 'Users/Ada/Main.xaml'],
    ['c:Main.xaml', 'Main.xaml'],
    ['C:D:\\Main.xaml', 'Main.xaml'],
    ['\\\\server\\share\\Main.xaml', 'server/share/Main.xaml'],
    ['src/lib/../Main.xaml', 'src/Main.xaml'],
    ['../../etc/passwd', 'etc/passwd'],
    ['a/../../b/Main.xaml', 'b/Main.xaml'],
    ['a/../C:/Main.xaml', 'Main.xaml'],
    ['C:../Main.xaml', 'Main.xaml'],
    ['src/lib/..', ''],
    ['src/', ''],
    ['src/.', ''],
    ['.', ''],
    ['..', ''],
    ['C:\\', ''],
    [' \t', ''],
    ['a\0b/c\nd.xaml', 'a b/c d.xaml'],
    [' src / Main.xaml ', 'src/Main.xaml'],
    ['ab:c/Main.xaml', 'ab:c/Main.xaml'],
    ['src/...', 'src/...'],
    ['src/.hidden', 'src/.hidden'],
    ['src/%2e%2e/Main.xaml', 'src/%2e%2e/Main.xaml'],
    ['a\uD800.xaml', 'a\uFFFD.xaml'],
    ['請求書/Prüfung.xaml', '請求書/Prüfung.xaml'],
    ['Pru\u0308fung.xaml', 'Pr\u00fcfung.xaml'],
  ];
  for (const [submitted, path] of cases) {
    it(`${JSON.stringify(submitted)} becomes ${JSON.stringify(path)}`, () => {
      assert.equal(normalised(submitted), path);
    });
  }

  it('is cut at the front when it is too long', () => {
    const path = normalised(`${'folder/'.repeat(60)}Main.xaml`);
    assert.equal(path.length, 255);
    assert.match(path, /^….*\/folder\/Main\.xaml$/);
  });

  it('of a million folders is read at its end alone', () => {
    const path = pathField(`${'../a/'.repeat(1_000_000)}src/Main.xaml`);
    assert.equal(path, 'a/src/Main.xaml');
  });

  it('stays as it is when it is normalised again', () => {
    const piece = fc.oneof(
      fc.constantFrom(
        '/',
        '\\',
        '.',
        '..',
        'C:',
        ' ',
        '\t',
        'a',
        'Main.xaml',
        'u',
        '\u0308',
        '\u0344',
        '\uD800',
        '…',
        'x'.repeat(200),
      ),
      fc.string({ unit: 'binary', maxLength: 4 }),
    );
    const property = fc.property(fc.array(piece, { maxLength: 12 }), (pieces) => {
      const path = normalised(pieces.join(''));
      assert.equal(normalised(path), path);
      assert.ok(path.length <= 255 && path.isWellFormed());
      assert.doesNotMatch(path, /^\/|\\|(^|\/)\.{1,2}(\/|$)|^[a-z]:|\p{Cc}/iu);
    });
    fc.assert(property, { numRuns: 500, seed: 7 });
  });

  it('ends with its base name', () => {
    assert.deepEqual(['src/a/Main.xaml', 'Main.xaml', ''].map(baseName), ['Main.xaml', 'Main.xaml', '']);
  });
});

describe('a branch', () => {
  const cases = [
    ['main', 'main'],
    ['refs/heads/main', 'main'],
    ['refs/heads/feature/x', 'feature/x'],
    ['feature/refs/heads/x', 'feature/refs/heads/x'],
    ['refs/pull/7/merge', 'refs/pull/7/merge'],
  ] as const;
  for (const [submitted, name] of cases) {
    it(`${submitted} is compared as ${name}`, () => {
      assert.equal(branchName(submitted), name);
    });
  }
});
