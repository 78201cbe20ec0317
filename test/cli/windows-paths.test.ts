/** Paths of Windows: drives, shares, backslashes, and names in upper and lower case. */
import assert from 'node:assert/strict';
import { win32 } from 'node:path';
import { describe, it } from 'node:test';
import { pathOnDisk } from '../../src/analysis/report/build-view.ts';
import { inputName, isInside, pathBetween, spelledName } from '../../src/cli/system-path.ts';
import { argumentPatterns } from '../../src/cli/validate/left-out.ts';
import { cannotRead } from '../../src/cli/validate/read-error.ts';
import { isFromRoot, joinPaths, pathBelow } from '../../src/text/slash-path.ts';

/** Windows with the working folder `C:\robots`. */
const windows = { ...win32, resolve: (path: string) => win32.resolve('C:\\robots', path) };

describe('on Windows', () => {
  it('paths are relative in any case of a drive or a name', () => {
    const between = (folder: string, file: string) => pathBetween(folder, file, win32);
    assert.equal(between('C:\\robots', 'c:\\Robots\\pay\\Main.xaml'), 'pay/Main.xaml');
    assert.equal(between('C:\\robots', 'D:\\pay\\Main.xaml'), 'D:/pay/Main.xaml');
    assert.equal(between('\\\\server\\share', '\\\\SERVER\\share\\pay\\Main.xaml'), 'pay/Main.xaml');
    assert.equal(between('C:\\robots', '\\\\server\\share\\Main.xaml'), '//server/share/Main.xaml');
  });

  const names: readonly (readonly [string, string])[] = [
    ['pay\\.\\Main.xaml', 'pay/Main.xaml'],
    ['pay/Main.xaml', 'pay/Main.xaml'],
    ['..\\pay\\', '../pay'],
    ['D:\\pay\\', 'D:/pay'],
    ['D:\\', 'D:/'],
    ['\\pay\\Main.xaml', 'C:/pay/Main.xaml'],
    ['C:pay\\Main.xaml', 'C:/robots/pay/Main.xaml'],
    ['\\\\server\\share\\pay\\', '//server/share/pay'],
    ['\\\\server\\share', '//server/share'],
    ['\\\\?\\D:\\pay', 'D:/pay'],
    ['\\\\?\\UNC\\server\\share\\pay', '//server/share/pay'],
  ];
  for (const [given, shown] of names)
    it(`${given} is shown as ${shown}`, () => assert.equal(inputName(given, windows), shown));

  const patterns: readonly (readonly [string, string])[] = [
    ['src\\old', 'src/old'],
    ['.\\src\\old\\', '/src/old/'],
    ['src\\*.xaml', 'src/*.xaml'],
    ['src\\!Archive\\#1', 'src/!Archive/#1'],
    ['src/old', 'src/old'],
    // What a .gitignore escapes stays escaped.
    ['\\!Archive', '\\!Archive'],
    ['src\\\\[old\\]', 'src/\\[old\\]'],
  ];
  for (const [given, pattern] of patterns)
    it(`--exclude ${given} leaves out ${pattern}`, () => {
      assert.deepEqual(argumentPatterns([given], '\\'), [pattern]);
      assert.deepEqual(argumentPatterns([given], '/'), [given], 'elsewhere it escapes');
    });

  it('a pattern that no shell has expanded is no file', () => {
    const gone = (path: string) => cannotRead(path, Object.assign(new Error(), { code: 'ENOENT' })).message;
    assert.match(gone('src\\*.xaml'), /PowerShell and cmd do not expand "\*"/);
    assert.match(gone('Main.xaml'), /no such file or folder/);
  });

  it('names are spelled as on the disk', () => {
    const spelled = (name: string, real: string) => spelledName(name, real, windows);
    assert.equal(spelled('PAY/main.xaml', 'C:\\Robots\\pay\\Main.xaml'), 'pay/Main.xaml');
    assert.equal(spelled('d:/PAY', 'D:\\pay'), 'D:/pay');
    assert.equal(spelled('.', 'C:\\Robots'), '.');
    // A link keeps the name that was given.
    assert.equal(spelled('link.xaml', 'C:\\robots\\pay\\Main.xaml'), 'link.xaml');
  });

  it('a file is inside its folder in any case, and never inside one with a longer name', () => {
    const inside = (path: string, folder: string) => isInside(path, folder, win32);
    assert.ok(inside('c:\\Robots\\Main.xaml', 'C:\\robots'));
    assert.ok(inside('C:\\robots', 'C:\\robots'));
    assert.ok(inside('C:\\robots\\..pay\\Main.xaml', 'C:\\robots'));
    assert.ok(!inside('C:\\robots-old\\Main.xaml', 'C:\\robots'));
    assert.ok(!inside('C:\\', 'C:\\robots'));
    assert.ok(!inside('D:\\robots\\Main.xaml', 'C:\\robots'));
    assert.ok(!inside('\\\\server\\share\\Main.xaml', 'C:\\robots'));
  });
});

describe('a path with /', () => {
  it('still begins with its share when a name is added', () => {
    assert.equal(joinPaths('//server/share', 'pay/Main.xaml'), '//server/share/pay/Main.xaml');
    assert.equal(joinPaths('D:/robots', 'pay/Main.xaml'), 'D:/robots/pay/Main.xaml');
    assert.equal(joinPaths('/robots/', '../Main.xaml'), '/Main.xaml');
    assert.equal(joinPaths('.', 'Main.xaml'), 'Main.xaml');
  });

  it('is absolute from a root, a drive or a share', () => {
    assert.ok(['/a', 'D:/a', '//server/share'].every(isFromRoot));
    assert.ok(!['a', 'D:a', '../a'].some(isFromRoot));
  });

  it('is below a folder in any case on drives and shares alone', () => {
    assert.equal(pathBelow('C:/robots', 'c:/Robots/Main.xaml'), 'Main.xaml');
    assert.equal(pathBelow('//server/share', '//SERVER/share/Main.xaml'), 'Main.xaml');
    assert.equal(pathBelow('C:/', 'C:/Main.xaml'), 'Main.xaml');
    assert.equal(pathBelow('/robots', '/robots/Main.xaml'), 'Main.xaml');
    assert.equal(pathBelow('/robots', '/Robots/Main.xaml'), undefined);
    assert.equal(pathBelow('/robots', '/robots-old/Main.xaml'), undefined);
  });

  it('names files in reports from the repository; those elsewhere in full', () => {
    const folders = { workingFolder: 'C:/work/robots', root: 'C:/work' };
    const shown = (kind: 'file' | 'folder', name: string, path: string) =>
      pathOnDisk({ kind, name, realPath: name, files: [] }, path, folders);
    assert.equal(shown('folder', 'pay', 'Main.xaml'), 'robots/pay/Main.xaml');
    assert.equal(shown('folder', 'c:/Work/pay', 'Main.xaml'), 'pay/Main.xaml');
    assert.equal(shown('folder', '//server/share', 'Main.xaml'), '//server/share/Main.xaml');
    assert.equal(shown('file', 'D:/Main.xaml', 'Main.xaml'), 'D:/Main.xaml');
  });
});
