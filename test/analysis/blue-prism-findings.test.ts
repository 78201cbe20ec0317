/** Severities and sentences of Blue Prism findings that depend on the case at hand. */
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { createEngine } from '../../src/analysis/engine/validate.ts';
import type { Rule } from '../../src/analysis/model/rule.ts';
import { RULES } from '../../src/analysis/rules/index.ts';
import { exampleFile } from '../support/files/example-file.ts';

/** Severities and sentences of the findings of a rule. */
function findingsOf(ruleId: string, example: string): readonly (readonly [string, string])[] {
  const rule = RULES.find(({ id }) => id === ruleId) as Rule;
  const { findings } = createEngine([rule]).validate({
    bytes: exampleFile('blue-prism', example),
    filename: 'example',
    platform: 'blue-prism',
    ruleset: 'default',
    findingsMax: 10,
  });
  return findings.map(({ severity, description }) => [severity, description]);
}

function assertOne(ruleId: string, example: string, severity: string, sentence: RegExp): void {
  const found = findingsOf(ruleId, example);
  assert.equal(found.length, 1, JSON.stringify(found));
  assert.equal(found[0]![0], severity);
  assert.match(found[0]![1], sentence);
}

const item = (name: string, page = '', more = '<private/>'): string =>
  `<stage stageid="item ${name}" name="${name}" type="Data">${page}<datatype>text</datatype><initialvalue/>${more}</stage>`;

describe('BPR-SEC-002', () => {
  const password = (value: string): string =>
    `<stage stageid="d" name="Secret" type="Data"><datatype>password</datatype><initialvalueenc>${value}</initialvalueenc><private/></stage>`;
  const get = `<stage stageid="g" name="Get" type="Action"><onsuccess>w</onsuccess><resource object="Blueprism.Automate.clsCredentialsActions" action="Get"/><outputs><output type="password" name="Password" stage="Secret"/></outputs></stage>`;
  const write = `<stage stageid="w" name="Log in" type="Write"><onsuccess>end</onsuccess><step expr="[Secret]"><element><id>e</id></element></step></stage>`;
  const stored = password('50,26,7,85,95,4,70,84');

  it('is high for a value that a stage reads', () =>
    assertOne('BPR-SEC-002', write + stored, 'high', /in the file\./));
  it('is medium for a value that is overwritten first', () =>
    assertOne('BPR-SEC-002', get + write + stored, 'medium', /overwrite before/));
  it('is high when another way leads past the stage that overwrites it', () =>
    assertOne(
      'BPR-SEC-002',
      `<stage stageid="n" name="New?" type="Decision"><decision expression="True"/><ontrue>g</ontrue><onfalse>w</onfalse></stage>${get}${write}${stored}`,
      'high',
      /in the file\./,
    ));
  it('is low for a value that is too short, in both forms', () => {
    assertOne('BPR-SEC-002', password('35,5'), 'low', /too short/);
    assertOne('BPR-SEC-002', password('QkJCQkJCQkI=:GyoYKhkq'), 'low', /too short/);
  });
});

describe('BPR-SEC-005', () => {
  const variable = (value: string): string =>
    `<environment-variable id="a" name="Mail Password" type="password" value="${value}"/>`;
  it('is low for a value that is too short for a password, else critical', () => {
    assertOne('BPR-SEC-005', variable('QkJCQkJCQkI=:GyoYKhkq'), 'low', /contains the value/);
    assertOne('BPR-SEC-005', variable('QkJCQkJCQkI=:GyoYKhkqGiobKh0q'), 'critical', /contains the value/);
  });
});

describe('BPR-SEC-003', () => {
  const input = (target: string): string =>
    `<stage stageid="start" name="Start" type="Start"><inputs><input type="text" name="Token" stage="${target}"/></inputs><onsuccess>use</onsuccess></stage>`;
  const use = `<stage stageid="use" name="Call" type="Action"><onsuccess>end</onsuccess><resource object="Web" action="Get"/><inputs><input type="text" name="Token" expr="[Token]"/></inputs></stage>`;
  const result = `<stage stageid="use" name="Sign in" type="Action"><onsuccess>end</onsuccess><resource object="Web" action="Sign in"/><outputs><output type="text" name="Key" stage="Token"/></outputs></stage>`;

  it('is low for an item that hands an input of its page on', () =>
    assertOne('BPR-SEC-003', input('Token') + use + item('Token'), 'low', /passes a secret on/));
  it('is low for a parameter alone', () =>
    assertOne(
      'BPR-SEC-003',
      input('Value') + item('Value'),
      'low',
      /input parameter "Token" passes a secret/,
    ));
  it('is medium when the input goes into an item of the whole object', () =>
    assertOne(
      'BPR-SEC-003',
      input('Token') + use + item('Token', '', ''),
      'medium',
      /receives a secret from the caller/,
    ));
  it('is high for an item that a stage fills', () =>
    assertOne('BPR-SEC-003', result + item('Token'), 'high', /stores a secret as plain text/));
  it('is low for an item that no stage logs', () => {
    const silent = result.replace('<onsuccess>', '<loginhibit/><onsuccess>');
    assertOne('BPR-SEC-003', silent + item('Token'), 'low', /stores a secret/);
    const exposed = item('Token', '', '<exposure>Session</exposure>');
    assertOne('BPR-SEC-003', silent + exposed, 'high', /stores a secret/);
  });
  it('is low for what comes from another page of the process', () => {
    const call = result
      .replace('type="Action"', 'type="SubSheet"')
      .replace('<resource object="Web" action="Sign in"/>', '<processid>p</processid>');
    assertOne('BPR-SEC-003', call + item('Token'), 'low', /passes a secret on/);
    assertOne('BPR-SEC-003', call + item('Token', '', ''), 'high', /stores a secret/);
  });
  it('is high for a field of a collection that a stage fills', () => {
    const rows = `<stage stageid="c" name="Reply" type="Collection"><datatype>collection</datatype><collectioninfo><field name="Token" type="text"/></collectioninfo></stage>`;
    assertOne(
      'BPR-SEC-003',
      result.replace('stage="Token"', 'stage="Reply"') + rows,
      'high',
      /collection field/,
    );
  });
});

describe('BPR-REL-009', () => {
  const page = (name: string, published: string): string =>
    `<subsheet subsheetid="${name}" type="Normal" published="${published}"><name>${name}</name></subsheet>
     <stage stageid="s ${name}" name="Start" type="Start"><subsheetid>${name}</subsheetid><onsuccess>a ${name}</onsuccess></stage>
     <stage stageid="a ${name}" name="Add" type="Calculation"><subsheetid>${name}</subsheetid><onsuccess>d ${name}</onsuccess><calculation expression="1" stage="N"/></stage>
     <stage stageid="d ${name}" name="Done?" type="Decision"><subsheetid>${name}</subsheetid><decision expression="[N]=1"/></stage>`;
  const call = (from: string, to: string): string =>
    `<stage stageid="c ${from}" name="Go" type="SubSheet">${from === '' ? '' : `<subsheetid>${from}</subsheetid>`}<onsuccess>end</onsuccess><processid>${to}</processid></stage>`;

  it('says once that a page is never used', () => {
    assertOne('BPR-REL-009', page('Trial', 'False'), 'low', /^The page "Trial" is never used.*"Done\?"/);
    const two = page('Trial', 'False').replace(
      '<onsuccess>d Trial</onsuccess>',
      '<onsuccess>gone</onsuccess>',
    );
    assertOne(
      'BPR-REL-009',
      `${two}<stage stageid="x" name="Next" type="Calculation"><subsheetid>Trial</subsheetid></stage>`,
      'low',
      /never used/,
    );
  });
  it('is high on a page that is published or called', () => {
    assertOne('BPR-REL-009', page('Trial', 'True'), 'high', /^"Done\?" on the page "Trial"/);
    assertOne('BPR-REL-009', page('Trial', 'False') + call('', 'Trial'), 'high', /^"Done\?"/);
  });
  it('is low on a page that only unused pages call', () => {
    const found = findingsOf(
      'BPR-REL-009',
      page('Trial', 'False') + page('Help', 'False') + call('Trial', 'Help'),
    );
    assert.deepEqual(
      found.map(([severity]) => severity),
      ['low', 'low'],
    );
  });
});

describe('BPR-REL-012', () => {
  const called = (inputs: string): string =>
    `<subsheet subsheetid="p" type="Normal" published="False"><name>Load</name></subsheet>
     <stage stageid="start" name="Start" type="Start"><onsuccess>c</onsuccess></stage>
     <stage stageid="s" name="Start" type="Start"><subsheetid>p</subsheetid><onsuccess>e</onsuccess></stage>
     <stage stageid="e" name="End" type="End"><subsheetid>p</subsheetid></stage>
     <stage stageid="c" name="Load orders" type="SubSheet"><onsuccess>end</onsuccess><processid>p</processid>${inputs}</stage>`;
  it('is low for a result that is overwritten before a stage reads it, else high', () => {
    const result = called('<outputs><output type="number" name="Count" stage="Count"/></outputs>').replace(
      '<onsuccess>end</onsuccess><processid>',
      '<onsuccess>n</onsuccess><processid>',
    );
    const rest = `<stage stageid="n" name="Next" type="Calculation"><onsuccess>u</onsuccess><calculation expression="1" stage="Count"/></stage>
      <stage stageid="u" name="Use" type="Calculation"><onsuccess>end</onsuccess><calculation expression="[Count]" stage="Other"/></stage>
      <stage stageid="d" name="Count" type="Data"><datatype>number</datatype><initialvalue/><private/></stage>`;
    assertOne('BPR-REL-012', result + rest, 'low', /does not exist/);
    assertOne(
      'BPR-REL-012',
      result + rest.replace('expression="1"', 'expression="[Count] + 1"'),
      'high',
      /not exist/,
    );
  });
  it('is low when no value is lost', () => {
    assertOne(
      'BPR-REL-012',
      called('<inputs><input type="number" name="Timeout" expr=""/></inputs>'),
      'low',
      /without a value/,
    );
    assertOne(
      'BPR-REL-012',
      called('<outputs><output type="number" name="Count" stage=""/></outputs>'),
      'low',
      /without a value/,
    );
  });
  it('is high when one is', () =>
    assertOne(
      'BPR-REL-012',
      called('<inputs><input type="number" name="Timeout" expr="5"/></inputs>'),
      'high',
      /binds the input "Timeout"/,
    ));
});

describe('XPL-SEC-001', () => {
  const part = (claims: object): string => Buffer.from(JSON.stringify(claims)).toString('base64url');
  const item = (exp: number): string =>
    `<stage stageid="d" name="Header" type="Data"><datatype>text</datatype><initialvalue>Bearer ${part({ alg: 'HS256', typ: 'JWT' })}.${part({ sub: 'rpa-robot', exp })}.k3Jx9QmZ2vT7pLwR4nHs8YbC1dFgA6uE0iOq5rXtVzM</initialvalue></stage>`;
  it('is medium for a token that has expired, else critical', () => {
    assertOne('XPL-SEC-001', item(1_571_000_000), 'medium', /that has expired/);
    assertOne('XPL-SEC-001', item(4_071_000_000), 'critical', /a JSON web token:/);
  });
});
