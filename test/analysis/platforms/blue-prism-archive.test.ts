/** Zips of Blue Prism files: which are recognised, what is read, and that a damaged member affects no other. */
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, it } from 'node:test';
import { createEngine } from '../../../src/analysis/engine/validate.ts';
import { bluePrism } from '../../../src/analysis/platforms/blue-prism/index.ts';
import { openFile } from '../../../src/analysis/platforms/input-file.ts';
import { recognise } from '../../../src/analysis/platforms/read-workflows.ts';
import { RULES } from '../../../src/analysis/rules/index.ts';
import { readAll } from '../../support/files/blue-prism.ts';
import { type ZipEntry, zip } from '../../support/files/zip.ts';

const FIXTURES = join(import.meta.dirname, '../../fixtures/blue-prism');
const fixture = (name: string): Buffer => readFileSync(join(FIXTURES, name));
const process = (name: string): string => bluePrism.snippet('').replace('name="Example"', `name="${name}"`);
const CUT_OFF = process('Cut off').slice(0, 60);

/** `path: kind name` of each workflow in an archive of these members. */
function read(...entries: ZipEntry[]): string[] {
  return readAll(zip(entries), 'export.zip').map(({ file, kind, name }) => `${file}: ${kind} ${name}`);
}

describe('an archive of Blue Prism files', () => {
  const rejected: readonly (readonly [string, readonly ZipEntry[]])[] = [
    ['nothing', []],
    ['other XML', [{ name: 'a.xml', content: '<process><stage/></process>' }]],
    ['XML that only speaks of it', [{ name: 'a.xml', content: '<note bpversion="1"/>' }]],
    ['damaged XML of no platform', [{ name: 'a.xml', content: '<process bpversion=' }]],
    ['texts and pictures', [{ name: 'bpprocess.txt', content: process('A') }]],
    ['files of another system beside ours', [{ name: '__MACOSX/._a.bpprocess', content: 'x' }]],
  ];
  for (const [what, entries] of rejected) {
    it(`is not one with ${what}`, () =>
      assert.equal(bluePrism.recognise(openFile('a.zip', zip(entries))), undefined));
  }
  it('is recognised among all platforms', () => {
    const file = openFile('a.zip', zip([{ name: 'x/BPA Process - A.xml', content: process('A') }]));
    assert.equal(recognise(file).kind, 'blue-prism-archive');
  });
  it('is read member by member, with the path of each', () => {
    const lines = read(
      { name: 'readme.txt', content: 'Hello' },
      { name: 'objects/Ledger.bpobject', content: fixture('Ledger.bpobject') },
      { name: 'BPA Process - A.XML', content: `\uFEFF${process('A')}` },
      { name: 'settings.xml', content: '<settings/>' },
      { name: 'all/Invoices.bprelease', content: fixture('Invoices.bprelease') },
    );
    const release = readAll(fixture('Invoices.bprelease'));
    assert.deepEqual(lines, [
      'objects/Ledger.bpobject: blue-prism-object Ledger',
      'BPA Process - A.XML: blue-prism-process A',
      ...release.map(({ kind, name }) => `all/Invoices.bprelease: ${kind} ${name}`),
    ]);
  });
  it('says which members could not be read, and reads the others', () => {
    const workflows = readAll(
      zip([
        { name: 'cut.bpprocess', content: CUT_OFF },
        { name: 'cut.xml', content: `<?xml version="1.0"?>${CUT_OFF}` },
        { name: 'picture.bpobject', content: Buffer.from([0x89, 0x50, 0x4e, 0x47, 0xff, 0xfe, 0xfd]) },
        { name: 'lies.bpprocess', content: process('B'), says: { crc: 7 } },
        { name: 'good.bpprocess', content: process('Good') },
      ]),
    );
    assert.deepEqual(
      workflows.map(({ file, kind, unread }) => [file, kind, unread.length]),
      [
        ['cut.bpprocess', 'unreadable', 1],
        ['cut.xml', 'unreadable', 1],
        ['picture.bpobject', 'unreadable', 1],
        ['lies.bpprocess', 'unreadable', 1],
        ['good.bpprocess', 'blue-prism-process', 0],
      ],
    );
  });
  it('gives findings with the member in their place', () => {
    const fragment =
      '<stage stageid="d" name="Old" type="Data"><datatype>text</datatype><initialvalue/><private/></stage>';
    const report = createEngine(RULES).validate({
      bytes: zip([
        { name: 'a.bpprocess', content: bluePrism.snippet(fragment) },
        { name: 'b.bpprocess', content: CUT_OFF },
      ]),
      filename: 'export.zip',
      platform: undefined,
      ruleset: 'strict',
      findingsMax: 100,
    });
    assert.equal(report.kind, 'blue-prism-archive');
    const places = report.findings.map(({ ruleId, location }) => `${ruleId} ${location.names[0]}`);
    assert.ok(places.includes('BPR-MNT-002 a.bpprocess'), places.join());
    assert.ok(places.includes('XPL-ENG-001 b.bpprocess'), places.join());
  });
});
