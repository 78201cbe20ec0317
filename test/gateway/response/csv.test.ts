/** Tables in CSV: columns from schemas, and cells that spreadsheets take for texts. */
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { z } from 'zod';
import { csvLine, csvTable } from '../../../gateway/response/csv.ts';
import { exportPieces } from '../../../gateway/response/export-writer.ts';

describe('a cell', () => {
  it('is never a formula', () => {
    const attacks = [
      '=1+1',
      '+1',
      '-1',
      '@SUM(A1)',
      '\t=1',
      '\r=1',
      '\n=1',
      '  =1',
      '\u00A0=1',
      '＝1',
      '＋1',
      '－1',
      '＠x',
    ];
    for (const attack of attacks) assert.match(csvLine([attack]), /^"?'/, JSON.stringify(attack));
    assert.equal(csvLine(['=cmd|"/c calc"!A1']), `"'=cmd|""/c calc""!A1"\r\n`);
  });

  it('that is a number stays one', () => {
    assert.equal(csvLine([-12, 0, true, null]), '-12,0,true,\r\n');
  });

  it('is quoted when a separator, a quote or a blank is in it', () => {
    assert.equal(
      csvLine(['a,b', 'a;b', 'say "x"', 'two\nlines', 'plain']),
      '"a,b","a;b","say ""x""","two\nlines",plain\r\n',
    );
    assert.equal(csvLine(['a;=1']), '"a;=1"\r\n');
  });
});

const Entry = z.strictObject({
  fileName: z.string().nullable(),
  summary: z.strictObject({ high: z.int32(), low: z.int32() }),
  tags: z.array(z.string()),
  details: z.record(z.string(), z.unknown()),
});
const entry = { fileName: 'A.xaml', summary: { high: 1, low: 2 }, tags: ['x', 'y'], details: { a: 1 } };
const LINE = 'A.xaml,1,2,"x y","{""a"":1}"\r\n';

describe('a table', () => {
  it('has a column for each member, also of objects in the entry, in the spelling of the answer', () => {
    const table = csvTable(Entry, 'snake');
    assert.equal(table.header, '\uFEFFfile_name,summary.high,summary.low,tags,details\r\n');
    assert.equal(table.line(entry), LINE);
    assert.match(csvTable(Entry, 'camel').header, /fileName/);
  });
});

describe('an export', () => {
  const List = z.strictObject({ items: z.array(Entry), nextCursor: z.string().nullable() });
  async function textOf(
    format: 'csv' | 'json',
    parts: readonly { items: readonly unknown[]; nextCursor: string }[],
  ) {
    async function* pages() {
      yield* parts;
    }
    const pieces = exportPieces({ format, pages: pages() }, List, 'camel');
    let text = '';
    for await (const piece of pieces) text += piece;
    return text;
  }

  it('says when entries are left out', async () => {
    const parts = [
      { items: [entry], nextCursor: 'a' },
      { items: [entry], nextCursor: 'b' },
    ];
    const table = await textOf('csv', parts);
    assert.match(table, /\r\n"Cut after 100000 entries\. Export the rest with narrower filters\."\r\n$/);
    assert.deepEqual(JSON.parse(await textOf('json', parts)), { items: [entry, entry], nextCursor: 'b' });
  });

  it('of nothing is a header, or an empty list', async () => {
    const parts = [{ items: [], nextCursor: '' }];
    assert.equal(await textOf('csv', parts), '\uFEFFfileName,summary.high,summary.low,tags,details\r\n');
    assert.deepEqual(JSON.parse(await textOf('json', parts)), { items: [], nextCursor: null });
  });

  it('holds no command of a CI agent', async () => {
    const parts = [{ items: [{ ...entry, fileName: '##vso[task.complete]' }], nextCursor: '' }];
    for (const format of ['csv', 'json'] as const)
      assert.doesNotMatch(await textOf(format, parts), /##vso\[/);
  });
});
