/** Scripts and tables beside workflows: what they define, also where they are made to do harm. */
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { openFile } from '../../../../src/analysis/platforms/input-file.ts';
import { isSideFile, readSideFile } from '../../../../src/analysis/platforms/uipath/parts/side-file.ts';
import { csvTable } from '../../../../src/analysis/semantics/scripts/csv-shape.ts';
import { pythonModule } from '../../../../src/analysis/semantics/scripts/python-module.ts';
import { vbaProcedures } from '../../../../src/analysis/semantics/scripts/vba-module.ts';

const SIZE = 64 * 1024;

describe('a Python file', () => {
  it('defines functions with the numbers of their arguments', () => {
    const code = 'def a(): pass\ndef b(x, y=(1, 2), *rest): pass\nasync def c(x, *, key): pass\n';
    assert.deepEqual(Object.fromEntries(pythonModule(code).names), {
      a: { min: 0, max: 0 },
      b: { min: 1, max: Number.POSITIVE_INFINITY },
      c: { min: 1, max: 1 },
    });
  });

  it('hides nothing behind texts, comments and line ends', () => {
    const lines = [
      's = "#"',
      "t = '''",
      'def no(): pass',
      "'''",
      'x = 1 \\',
      '  + 2  # def no()',
      'def yes(): pass',
    ];
    const { names, problems } = pythonModule(lines.join('\r\n'));
    assert.deepEqual([...names.keys()], ['s', 't', 'x', 'yes']);
    assert.deepEqual(problems, []);
  });

  it('names the line of what fails', () => {
    const { problems } = pythonModule('"""a\nb"""\nx = (1,\n  2)\nraise ValueError(x)\n');
    assert.deepEqual(problems, [{ line: 5, consequence: 'raises an exception' }]);
  });

  it('is read with thousands of brackets, quotes and blocks', () => {
    const hostile = [
      '('.repeat(SIZE),
      `${' '.repeat(SIZE / 2)}(${'\n'.repeat(SIZE / 2)}`,
      '"'.repeat(SIZE),
      'if a:\n '.repeat(SIZE / 8),
      'def f(a,'.repeat(SIZE / 8),
      '@\n'.repeat(SIZE / 2),
    ];
    for (const text of hostile) assert.ok(pythonModule(text).names.size < SIZE);
  });
});

describe('a text of VBA', () => {
  it('has procedures in any letter case, over several lines', () => {
    const lines = [
      'private sub A',
      'END SUB',
      'Public Static Function B(x As Long, _',
      '  Optional y = 2)',
      "' Sub C()",
    ];
    assert.deepEqual(vbaProcedures(lines.join('\n')), [
      { name: 'A', min: 0, max: 0 },
      { name: 'B', min: 1, max: 2 },
    ]);
  });
});

describe('a table', () => {
  it('has a shape for each separator', () => {
    const {
      isEmptyFirst,
      shapes: { Semicolon, Comma },
    } = csvTable('Id;Name\n1;"a;b"\n');
    assert.equal(isEmptyFirst, false);
    assert.deepEqual(Semicolon, { fields: 2, isEven: true, names: ['id', 'name'] });
    assert.deepEqual(Comma, { fields: 1, isEven: true, names: ['id;name'] });
  });
});

describe('a file beside workflows', () => {
  it('is read up to 64 KB, and outside of environments', () => {
    assert.equal(isSideFile('scripts/clean.py', SIZE), true);
    assert.equal(isSideFile('scripts/clean.py', SIZE + 1), false);
    assert.equal(isSideFile('venv/lib/site-packages/csv.py', 10), false);
    assert.equal(isSideFile('scripts/clean.exe', 10), false);
  });

  it('is one when its content is no other format', () => {
    assert.equal(readSideFile(openFile('a.txt', Buffer.from('Sub A()\nEnd Sub')))?.kind, 'uipath-side-file');
    assert.equal(readSideFile(openFile('a.txt', Buffer.from('{"a":1}'))), undefined);
  });
});
