/** Pages of the vendor: what recognises them, and what is reported in them. */
import assert from 'node:assert/strict';
import { before, describe, it } from 'node:test';
import type { Report } from '../../../src/analysis/model/report.ts';
import { readOutline } from '../../../src/analysis/platforms/blue-prism/outline.ts';
import { pageHash } from '../../../src/analysis/platforms/blue-prism/vendor/page-hash.ts';
import { VENDOR_PAGES } from '../../../src/analysis/platforms/blue-prism/vendor/vendor-pages.ts';
import { openFile } from '../../../src/analysis/platforms/input-file.ts';

const NAME = 'Vendor - Files';
const stage = (id: string, name: string, type: string, inside: string): string =>
  `<stage stageid="${id}" name="${name}" type="${type}"><subsheetid>p</subsheetid>${inside}</stage>`;
const FOLDER = stage(
  'd',
  'Folder',
  'Data',
  '<datatype>text</datatype><initialvalue>C:\\Robots\\Out</initialvalue>',
);
const SECRET = stage(
  'k',
  'API Password',
  'Data',
  '<datatype>text</datatype><initialvalue>q8Zr!t52Lwx</initialvalue>',
);
const BODY = `<subsheet subsheetid="p" type="Normal" published="True"><name>Get Files</name></subsheet>
${stage('s', 'Start', 'Start', '<display x="1" y="2" w="3" h="4" /><onsuccess>c</onsuccess>')}
${stage('c', 'Add', 'Calculation', '<onsuccess>g</onsuccess><calculation expression="[Folder]" stage="Folder" />')}
${stage('g', 'Go', 'SubSheet', '<onsuccess>e</onsuccess><processid>gone</processid>')}
${stage('e', 'End', 'End', '')}`;
/** A page of the author, with a path of one computer. */
const ADDED = `<subsheet subsheetid="q" type="Normal" published="True"><name>Get Orders</name></subsheet>
${[
  stage('qs', 'Start', 'Start', '<onsuccess>qg</onsuccess>'),
  stage('qg', 'Files', 'SubSheet', '<onsuccess>qe</onsuccess><processid>gone</processid>'),
  stage(
    'qd',
    'Orders Folder',
    'Data',
    '<datatype>text</datatype><initialvalue>C:\\Users\\mara\\Out</initialvalue>',
  ),
  stage('qe', 'End', 'End', ''),
]
  .join('')
  .replaceAll('<subsheetid>p<', '<subsheetid>q<')}`;
const object = (
  body: string,
  attributes = 'version="1.0" bpversion="7.2.0.0" narrative=""',
  name = NAME,
): string => `<process name="${name}" ${attributes} type="object">${body}</process>`;
const VENDOR = object(BODY + FOLDER);
const VENDOR_WITH_SECRET = object(BODY + FOLDER + SECRET);

/** Returns the hashes of an object's pages: `Initialise`, then `Get Files`. */
function hashesOf(xml: string): string[] {
  const doc = openFile('object.bpobject', Buffer.from(xml)).xml();
  const { pages } = readOutline(doc, 0, true);
  const names = new Map(pages.map((page) => [page.id, page.name]));
  return pages.map((page) => pageHash(doc, page, names));
}

const release = (...objects: readonly string[]): string => {
  const parts = objects.map(
    (xml, i) =>
      `<object id="${i}" name="x" xmlns="http://www.blueprism.co.uk/product/process">${xml}</object>`,
  );
  return `<bpr:release xmlns:bpr="http://www.blueprism.co.uk/product/release"><bpr:name>Orders</bpr:name><bpr:contents>${parts.join('')}</bpr:contents></bpr:release>`;
};

let validate: (xml: string, includeVendor?: boolean) => Report;
const idsOf = ({ findings }: Report): string[] => findings.map(({ ruleId }) => ruleId).sort();

before(async () => {
  const list = VENDOR_PAGES as Record<string, string>;
  list[NAME] = [VENDOR, VENDOR_WITH_SECRET].flatMap(hashesOf).join(' ');
  // The reader indexes the list when it is loaded.
  const { createEngine } = await import('../../../src/analysis/engine/validate.ts');
  const { RULES } = await import('../../../src/analysis/rules/index.ts');
  const engine = createEngine(RULES);
  validate = (xml, includeVendor = false) =>
    engine.validate({
      bytes: Buffer.from(xml),
      filename: 'upload.xml',
      platform: undefined,
      ruleset: 'default',
      findingsMax: 1000,
      includeVendor,
    });
});

describe('hash of a page', () => {
  it('stays when only the export, the drawing or a description differs', () => {
    const same = [
      VENDOR.replaceAll('\n', '\r\n    '),
      VENDOR.replace('x="1" y="2"', 'x="-15" y="330"'),
      VENDOR.replace('h="4" />', 'h="4" /><font family="Tahoma" size="8" />'),
      VENDOR.replace('version="1.0" bpversion="7.2.0.0"', 'bpversion="7.4.1" preferredid="1f" version="2"'),
      VENDOR.replace('<onsuccess>c', '<narrative>Starts.</narrative><onsuccess>c'),
      VENDOR.replace('</name>', '</name><view><camerax>-6</camerax><zoom version="2">1,25</zoom></view>'),
      VENDOR.replace('<datatype>', '<datatype xml:space="preserve">'),
      VENDOR.replaceAll('"c"', '"7"').replaceAll('>c<', '>7<'),
      VENDOR.replaceAll('"p"', '"8"').replaceAll('>p<', '>8<'),
      VENDOR.replace('<process ', '<process xmlns="http://www.blueprism.co.uk/product/process" '),
      VENDOR.replace(
        '</process>',
        `${stage('n', 'Note1', 'Note', '<narrative>See 7.4</narrative>')}</process>`,
      ),
      object(BODY + FOLDER, undefined, 'Vendor - Files 2'),
    ];
    for (const xml of same) assert.deepEqual(hashesOf(xml), hashesOf(VENDOR), xml);
  });

  it('changes with anything that runs', () => {
    const others = [
      VENDOR.replace('C:\\Robots', 'D:\\Robots'),
      VENDOR.replace('"[Folder]"', '"[Folder] &amp; 1"'),
      VENDOR.replace('<onsuccess>g', '<onsuccess>s'),
      VENDOR.replace('<processid>gone', '<processid>p'),
      VENDOR.replace('<onsuccess>c', '<loginhibit /><onsuccess>c'),
      VENDOR.replace('published="True"', 'published="False"'),
      VENDOR.replace('h="4" />', 'h="4" /><code>Shell("cmd")</code>'),
      VENDOR.replace('<onsuccess>c', '<x:onsuccess xmlns:x="urn:other">c</x:onsuccess><onsuccess>c'),
    ];
    for (const xml of others) assert.notEqual(hashesOf(xml)[1], hashesOf(VENDOR)[1], xml);
  });

  it('changes when a block protects other stages', () => {
    const block = (x: number): string =>
      object(
        BODY.replace('x="1" y="2" w="3" h="4"', 'x="10" y="10" w="60" h="30"') +
          stage('b', 'Block1', 'Block', `<display x="${x}" y="0" w="50" h="50" />`),
      );
    assert.deepEqual(hashesOf(block(0)), hashesOf(block(5)));
    assert.notEqual(hashesOf(block(0))[1], hashesOf(block(400))[1]);
  });

  it('is that of each page alone', () => {
    const changed = VENDOR.replace(
      '<subsheet ',
      '<stage stageid="i" name="Limit" type="Data"><datatype>number</datatype></stage><subsheet ',
    );
    assert.notEqual(hashesOf(changed)[0], hashesOf(VENDOR)[0]);
    assert.equal(hashesOf(changed)[1], hashesOf(VENDOR)[1]);
  });
});

describe('unchanged object of the vendor', () => {
  it('has one low notice and no other finding', () => {
    const report = validate(VENDOR);
    assert.deepEqual(idsOf(report), ['XPL-ENG-006']);
    assert.match(report.findings[0]!.description, /^The object "Vendor - Files" is the vendor's, unchanged/);
    assert.equal(report.score, 100);
  });

  it('is judged like any other with includeVendor', () => {
    assert.ok(idsOf(validate(VENDOR, true)).includes('BPR-CFG-001'));
    assert.ok(!idsOf(validate(VENDOR, true)).includes('XPL-ENG-006'));
  });

  it('still has its secrets reported', () => {
    assert.ok(idsOf(validate(VENDOR_WITH_SECRET)).includes('BPR-SEC-001'));
  });

  it('is one line of a release whose other objects are judged', () => {
    const own = object(BODY + FOLDER, undefined, 'Orders');
    const report = validate(release(VENDOR, own, VENDOR));
    assert.equal(idsOf(report).filter((id) => id === 'XPL-ENG-006').length, 1);
    for (const id of ['BPR-CFG-001', 'BPR-REL-011'])
      assert.deepEqual(
        report.findings.filter(({ ruleId }) => ruleId === id).map(({ location }) => location.names[0]),
        ['Orders'],
      );
  });

  it('stays so on its pages when the author adds one, which is judged alone', () => {
    const added = ADDED;
    for (const name of [NAME, `${NAME.toUpperCase()} `, `${NAME} - Extended`]) {
      const report = validate(object(BODY + FOLDER + added, undefined, name));
      const paths = report.findings.filter(({ ruleId }) => ruleId === 'BPR-CFG-001');
      assert.deepEqual(
        paths.map(({ location }) => location.names.slice(1)),
        [['Orders Folder']],
      );
      const notice = report.findings.find(({ ruleId }) => ruleId === 'XPL-ENG-006');
      assert.match(notice!.description, /\(2 of 3 pages\)/);
      const others = report.findings.filter(({ ruleId }) => ruleId === 'XPL-ENG-007');
      assert.equal(others.length, name.includes('Extended') ? 0 : 1);
      for (const other of others) assert.match(other.description, /, "Get Orders" is a page that the vendor/);
    }
  });

  it('is not a page with other content in an object of its name', () => {
    for (const name of [NAME, `${NAME.toUpperCase()} `]) {
      const ids = idsOf(
        validate(object(`${BODY}${FOLDER}<!-- -->${SECRET.replace('q8Z', 'q9Z')}`, undefined, name)),
      );
      assert.ok(
        ids.includes('BPR-CFG-001') && ids.includes('BPR-SEC-001') && ids.includes('XPL-ENG-007'),
        ids.join(),
      );
    }
  });

  it('does not accuse anybody when no page of it is known', () => {
    const unknown = object(ADDED, undefined, NAME).replace(
      '</process>',
      `${stage('z', 'End', 'End', '').replace('<subsheetid>p</subsheetid>', '')}</process>`,
    );
    const report = validate(unknown);
    const [finding] = report.findings.filter(({ ruleId }) => ruleId === 'XPL-ENG-007');
    assert.match(finding!.description, /none of its pages is known here/);
    assert.doesNotMatch(JSON.stringify(finding), /was changed/);
  });

  it('does not cover what is called across files from a page of the author', () => {
    const call = ADDED.replace('<processid>gone', '<processid>p').replace(
      '<onsuccess>qe',
      '<inputs><input type="text" name="Filter" expr="&quot;a&quot;"/></inputs><onsuccess>qe',
    );
    const report = validate(object(BODY + FOLDER + call));
    assert.deepEqual(
      report.findings
        .filter(({ ruleId }) => ruleId === 'BPR-REL-012')
        .map(({ location }) => location.names[1]),
      ['Get Orders'],
    );
  });
});

describe("list of the vendor's pages", () => {
  it('has hashes for each object', () => {
    const real = Object.entries(VENDOR_PAGES).filter(([name]) => name !== NAME);
    assert.ok(real.length >= 26);
    for (const [name, hashes] of real)
      for (const hash of hashes.trim().split(/\s+/)) assert.match(hash, /^[0-9a-f]{32}$/, name);
  });
});
