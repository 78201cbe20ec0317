/** Tables in CSV: columns from messages, and cells that spreadsheets take for texts. */
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { exampleOf } from '../../../gateway/contract/example.ts';
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

const ENTRY = 'flowarden.v1.Workflow';
const entry = exampleOf(ENTRY);
const COLUMNS =
  'workflowId,filename,platform,kind,repository,branch,environment,source,validationId,score,scoreDelta,scores,passed,wouldBlock,summary.critical,summary.high,summary.medium,summary.low,summary.total,validatedAt,firstSeenAt,ownerTeamId,ownerTeam,hasSetOwner,criticality,dataClass';
const LINE =
  '5d2f0c1e-9a44-7a3b-8f00-3f2a1b4c5d6e,payments/Transfer.xaml,uipath,uipath-workflow,bank/robots,main,production,cicd,0190d5a4-7c1e-7a3b-9f00-3f2a1b4c5d6e,49,-12,"58 61 49",false,1,1,0,2,0,3,2026-03-02T09:41:07.120Z,2026-01-12T08:02:55.310Z,0190d5a4-7c1e-7a3b-9f00-3f2a1b4c5d6e,Payments,false,high,\r\n';

describe('a table', () => {
  it('has a column for each member, also of objects in the entry, in the spelling of the answer', () => {
    const table = csvTable(ENTRY, 'camel');
    assert.equal(table.header, `\uFEFF${COLUMNS}\r\n`);
    assert.equal(table.line(entry), LINE);
    assert.match(csvTable(ENTRY, 'snake').header, /,first_seen_at/);
  });

  it('shows an object of any members as JSON', () => {
    const { line } = csvTable('flowarden.v1.AuditEntry', 'camel');
    assert.match(line({ ...exampleOf('flowarden.v1.AuditEntry'), details: '{"a":1}' }), /"\{""a"":1\}"/);
  });
});

describe('an export', () => {
  async function textOf(
    format: 'csv' | 'json',
    parts: readonly { items: readonly unknown[]; nextCursor: string }[],
  ) {
    async function* pages() {
      yield* parts;
    }
    const pieces = exportPieces({ format, pages: pages() }, 'flowarden.v1.ListWorkflowsResponse', 'camel');
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
    assert.deepEqual(JSON.parse(await textOf('json', parts)), {
      items: [entry, entry],
      nextCursor: 'b',
      total: 0,
    });
  });

  it('of nothing is a header, or an empty list', async () => {
    const parts = [{ items: [], nextCursor: '' }];
    assert.equal(await textOf('csv', parts), `\uFEFF${COLUMNS}\r\n`);
    assert.deepEqual(JSON.parse(await textOf('json', parts)), { items: [], nextCursor: null, total: 0 });
  });

  it('holds no command of a CI agent', async () => {
    const parts = [{ items: [{ ...entry, filename: '##vso[task.complete]' }], nextCursor: '' }];
    for (const format of ['csv', 'json'] as const)
      assert.doesNotMatch(await textOf(format, parts), /##vso\[/);
  });
});
