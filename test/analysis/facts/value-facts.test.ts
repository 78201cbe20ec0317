/** Each fact about texts of properties against a text that breaks it and one that keeps it. */
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { propertyFacts, uipathActivities } from '../../../src/analysis/facts/activity-facts.ts';
import { valueFacts } from '../../../src/analysis/facts/value-facts.ts';
import { KINDS_OF_TEXT } from '../../../src/analysis/patterns/uipath/texts/kinds-of-text.ts';
import { LEGAL_TEXTS } from '../../../src/analysis/patterns/uipath/texts/legal-texts.ts';
import { reportedNames } from '../../support/facts.ts';

/** A text that each form rejects, and one that it takes. */
const TEXTS: Readonly<Record<string, readonly [wrong: string, right: string]>> = {
  'one-of': ['Blank', 'Comma'],
  encoding: ['utf9', 'utf-8'],
  extension: ['a.exe', 'a'],
  range: ['A0:B2', 'A1:B2'],
  'filled-range': ['', 'A1:B2'],
  formula: ['=SUM(A1;B2)', '=SUM(A1,B2)'],
  'connection-string': ['Provider=a;Extended Properties=Excel 12.0;HDR=YES', 'Server=db'],
  host: ['https://service.invalid/a', 'https://acme.example/a'],
  pattern: ['(\\d+', '(\\d+)'],
  between: ['-1', '1'],
  filled: ['', 'https:orders'],
  'local-path': ['https://acme.example/a', 'a'],
  'file-address': ['https://acme.example/:w:/s/a', 'https://acme.example/a.docx'],
  'macro-name': ['Main()', 'Main'],
  'account-mail': ['5b10a2844c20165700ede21f', 'svc-orders@acme.example'],
  'issue-key': ['12', 'ORDERS-12'],
  duration: ['00:00:75', '00:00:05'],
  'page-range': ['first', '2-4'],
  'outlook-filter': ['[Subject] = Order', "{}[Subject] = 'Order'"],
  'imap-search': ['order', 'SUBJECT "order"'],
  'exchange-query': ["{}[Subject] = 'order'", 'subject:order'],
  'connection-text': ['SELECT Id FROM Orders', 'Server=db'],
  'sql-text': ['Server=db;Database=Orders', 'SELECT Id FROM Orders'],
  json: ['not json', '{}[1]'],
  'json-array': ['{}{"a":1}', '{}[1]'],
  xml: ['plain', '&lt;a/&gt;'],
  'base-url': ['https://acme.example/secure/Dashboard.jspa', 'https://acme.example'],
  folder: ['C:\\Python39\\python.exe', 'C:\\Python39'],
  'e-mail': ['svc-orders', 'svc-orders@acme.example'],
  'text-file': ['a.xlsx', 'a.txt'],
  'credential-name': ['ApiBaseUrl', 'Portal'],
};
/** Settings that are elements: the examples of the rule show them. */
const ELEMENTS = new Set(['scheme']);

const rows = [...valueFacts()].flatMap(([type, all]) =>
  all.flatMap(({ properties, expects, source }) =>
    properties.map((property) => ({ type, property, expects, source, id: `${type} ${property} ${expects}` })),
  ),
);
const steps = (side: 0 | 1): string =>
  rows
    .filter(({ expects }) => !ELEMENTS.has(expects))
    .map(({ type, property, expects, id }) => {
      const text = TEXTS[expects]![side].replaceAll('"', '&quot;');
      return `<ui:${type} DisplayName="${id}" ${property}="${text}" />`;
    })
    .join('');
const ruleOf = (expects: string): string => (expects in LEGAL_TEXTS ? 'UIP-REL-032' : 'UIP-REL-033');

describe('facts about texts', () => {
  for (const ruleId of ['UIP-REL-032', 'UIP-REL-033']) {
    it(`let ${ruleId} report each wrong text`, () => {
      const found = reportedNames(ruleId, steps(0));
      const missed = rows.filter(
        ({ id, expects }) => ruleOf(expects) === ruleId && !ELEMENTS.has(expects) && !found.has(id),
      );
      assert.deepEqual(
        missed.map(({ id }) => id),
        [],
      );
    });

    it(`leave ${ruleId} silent about right texts`, () => {
      assert.deepEqual([...reportedNames(ruleId, steps(1))], []);
    });
  }

  it('name forms that there are, and a source each', () => {
    for (const { expects, source, id } of rows) {
      assert.ok(expects in LEGAL_TEXTS || expects in KINDS_OF_TEXT, id);
      assert.match(source, /\.md$/, id);
    }
  });
});

describe('facts about enumerations', () => {
  it('have members of one word, none twice', () => {
    for (const [type, found] of uipathActivities())
      for (const { name } of found.flatMap(({ properties }) => properties)) {
        const members = propertyFacts(type, name)?.members ?? [];
        assert.equal(new Set(members).size, members.length, `${type}.${name}`);
        for (const member of members) assert.match(member, /^\w+$/, `${type}.${name}`);
      }
  });
});
