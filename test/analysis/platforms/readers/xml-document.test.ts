/** Queries of an XML document: names, text, prefixes, and XPaths that a standard engine resolves. */
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { DOMParser } from '@xmldom/xmldom';
import xpath from 'xpath';
import * as xml from '../../../../src/analysis/platforms/xml/document.ts';
import { readXml } from '../../../../src/analysis/platforms/xml/reader.ts';
import { CORPUS_ABSENT, corpusFiles } from '../../../support/files/corpus.ts';

const read = (source: string): xml.XmlDocument => readXml(Buffer.from(source));

const WORKFLOW = `<Activity xmlns="urn:a" xmlns:x="urn:x" x:Class="Main">
  <Sequence DisplayName="a &quot;b&quot;"><x:Sequence/><Sequence>t<b/>é<![CDATA[<]]>&#33;<!-- no --></Sequence></Sequence>
  <Sequence x:Name="1" Name="2" xmlns:x="urn:'y&quot;" xmlns:y="urn:x" y:Name="3"/><plain xmlns=""><plain xmlns:x="urn:z"/></plain>
</Activity>`;

describe('an XML document', () => {
  const doc = read(WORKFLOW);

  it('walks by first child, next sibling and name', () => {
    assert.deepEqual(xml.children(doc, 0), [1, 5, 6]);
    assert.deepEqual([xml.firstChild(doc, 1), xml.firstChild(doc, 5)], [2, -1]);
    assert.deepEqual([xml.childNamed(doc, 0, 'plain'), xml.childNamed(doc, 0, 'none')], [6, -1]);
    assert.deepEqual(
      [0, 1, 3, 5, 7].map((element) => xml.subtreeEnd(doc, element)),
      [8, 5, 5, 6, 8],
    );
    assert.deepEqual(
      [2, 6].map((element) => xml.namespaceOf(doc, element)),
      ['urn:x', ''],
    );
  });

  it('gives the direct text and the text of everything inside', () => {
    const mixed = read('<a>1<b>2<c/>3<d>4</d></b><!-- 0 -->5<![CDATA[\r\n]]><?p 0?><e><f>6</f></e>\r</a>');
    assert.equal(xml.textOf(mixed, 0), '15\n\n');
    assert.equal(xml.allTextOf(mixed, 0), '12345\n6\n');
    assert.equal(xml.allTextOf(mixed, 1), '234');
    assert.equal(xml.textOf(doc, 3), 'té<!');
  });

  it('finds attributes by local name, unprefixed first, or by namespace', () => {
    assert.equal(xml.attributeText(doc, 5, 'Name'), '2');
    assert.equal(xml.attributeText(doc, 5, 'Name', 'urn:x'), '3');
    assert.equal(xml.attributeText(doc, 5, 'Name', ''), '2');
    assert.equal(xml.attributeText(doc, 5, 'Name', 'urn:none'), undefined);
    assert.equal(xml.attributeText(doc, 0, 'Class'), 'Main');
    assert.equal(xml.attributeText(doc, 0, 'x'), undefined, 'a declaration is not an attribute');
    assert.equal(xml.attributeText(doc, 1, 'DisplayName'), 'a "b"');
  });

  it('resolves prefixes as they are in scope at an element', () => {
    const at = (element: number, prefix: string) => xml.resolvePrefix(doc, element, prefix);
    assert.deepEqual(
      [0, 1, 5, 6, 7].map((e) => at(e, 'x')),
      ['urn:x', 'urn:x', 'urn:\'y"', 'urn:x', 'urn:z'],
    );
    assert.deepEqual(
      [at(3, ''), at(7, ''), at(5, 'y'), at(6, 'y'), at(0, 'none')],
      ['urn:a', '', 'urn:x', undefined, undefined],
    );
    assert.equal(at(3, 'xml'), 'http://www.w3.org/XML/1998/namespace');
    assert.equal(xml.resolvePrefix(read('<a/>'), 0, ''), '');
  });

  it('writes XPaths by local name and place', () => {
    assert.equal(
      xml.xpathOf(doc, 3),
      "/*[local-name()='Activity'][1]/*[local-name()='Sequence'][1]/*[local-name()='Sequence'][2]",
    );
    const attribute = xml.attributeNamed(doc, 1, 'DisplayName');
    assert.match(xml.attributeXPathOf(doc, 1, attribute), /\/@\*\[local-name\(\)='DisplayName'\]$/);
  });
});

/** Line and column are what our elements and those of the DOM have in common. */
function assertResolves(source: string, sample: number): void {
  const doc = read(source);
  const dom = new DOMParser().parseFromString(source.replace(/^\ufeff/, ''), 'text/xml');
  const elements = Array.from(dom.getElementsByTagName('*'));
  assert.equal(elements.length, doc.size);
  const step = Math.max(1, Math.floor(doc.size / sample));
  for (let element = 0; element < doc.size; element += step) {
    const found = xpath.select(xml.xpathOf(doc, element), dom as unknown as Node) as unknown[];
    assert.deepEqual([found.length, found[0] === elements[element]], [1, true], xml.xpathOf(doc, element));
    for (let a = doc.attributeStarts[element]!; a < doc.attributeStarts[element + 1]!; a++) {
      const path = xml.attributeXPathOf(doc, element, a);
      const values = xpath.select(path, dom as unknown as Node) as unknown as { value: string }[];
      assert.deepEqual(
        values.map(({ value }) => value),
        [xml.attributeValue(doc, a)],
        path,
      );
    }
  }
}

describe('XPaths resolve with a standard engine', () => {
  it('to the element and the attribute they were made from', () => assertResolves(WORKFLOW, 100));

  it('in real files', { skip: CORPUS_ABSENT }, () => {
    const all = [...corpusFiles()].filter(
      ({ path, bytes }) => /\.(xaml|bp\w+)$/.test(path) && bytes.length < 60_000,
    );
    for (const { bytes } of all.filter((_, i) => i % 20 === 0)) assertResolves(bytes.toString('utf8'), 5);
  });
});
