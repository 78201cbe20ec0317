/** Unchanged objects of the vendor: what recognises them, and what is reported in them. */
import assert from 'node:assert/strict';
import { before, describe, it } from 'node:test';
import type { Report } from '../../../src/analysis/model/report.ts';
import { contentHash } from '../../../src/analysis/platforms/blue-prism/vendor/content-hash.ts';
import {
  VENDOR_OBJECTS,
  type VendorObject,
} from '../../../src/analysis/platforms/blue-prism/vendor/vendor-objects.ts';
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
const object = (
  body: string,
  attributes = 'version="1.0" bpversion="7.2.0.0" narrative=""',
  name = NAME,
): string => `<process name="${name}" ${attributes} type="object">${body}</process>`;
const VENDOR = object(BODY + FOLDER);
const VENDOR_WITH_SECRET = object(BODY + FOLDER + SECRET);

function hashOf(xml: string): string {
  return contentHash(openFile('object.bpobject', Buffer.from(xml)).xml(), 0);
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
  const list = VENDOR_OBJECTS as VendorObject[];
  for (const xml of [VENDOR, VENDOR_WITH_SECRET]) list.push({ name: NAME, hash: hashOf(xml), sources: [] });
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

describe('hash of an object', () => {
  it('stays when only the export differs', () => {
    const same = [
      VENDOR.replaceAll('\n', '\r\n    '),
      VENDOR.replace('x="1" y="2"', 'x="-15" y="330"'),
      VENDOR.replace('version="1.0" bpversion="7.2.0.0"', 'bpversion="7.4.1" preferredid="1f" version="2"'),
      VENDOR.replace('narrative=""', 'processrunningmessage="" disableversioning="false" narrative=""'),
      VENDOR.replace('<onsuccess>c', '<narrative> </narrative><onsuccess>c'),
      VENDOR.replace('</name>', '</name><view><camerax>-6</camerax><zoom version="2">1,25</zoom></view>'),
      VENDOR.replaceAll('"c"', '"7"').replaceAll('>c<', '>7<'),
      VENDOR.replace('<process ', '<process xmlns="http://www.blueprism.co.uk/product/process" '),
    ];
    for (const xml of same) assert.equal(hashOf(xml), hashOf(VENDOR), xml);
  });

  it('changes with anything else', () => {
    const others = [
      VENDOR.replace('C:\\Robots', 'D:\\Robots'),
      VENDOR.replace('"[Folder]"', '"[Folder] &amp; 1"'),
      VENDOR.replace('<onsuccess>g', '<onsuccess>s'),
      VENDOR.replace('<onsuccess>c', '<loginhibit /><onsuccess>c'),
      VENDOR.replace('<onsuccess>c', '<narrative>old</narrative><onsuccess>c'),
      VENDOR.replace('h="4" />', 'h="4">Shell("cmd")</display>'),
      VENDOR.replace('h="4"', 'h="4" run="cmd"'),
      VENDOR.replace('<display ', '<view><code>1</code></view><display '),
      VENDOR.replace('disableversioning="false"', '').replace('narrative=""', 'narrative="x"'),
      VENDOR.replace('<subsheet ', '<x:subsheet xmlns:x="urn:other" ').replace(
        '</subsheet>',
        '</x:subsheet>',
      ),
      object(BODY + FOLDER, undefined, 'Vendor - Files 2'),
    ];
    for (const xml of others) assert.notEqual(hashOf(xml), hashOf(VENDOR), xml);
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

  it('is not what has its name and other content', () => {
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
});

describe("list of the vendor's objects", () => {
  it('has two owners for each object', () => {
    const real = VENDOR_OBJECTS.filter(({ name }) => name !== NAME);
    assert.ok(real.length >= 7);
    for (const { name, hash, sources } of real) {
      assert.match(hash, /^[0-9a-f]{64}$/);
      for (const source of sources) assert.match(source, /^[^/@\s]+\/[^/@\s]+@[0-9a-f]{40}:./);
      assert.ok(new Set(sources.map((source) => source.split('/')[0])).size >= 2, name);
    }
  });
});
