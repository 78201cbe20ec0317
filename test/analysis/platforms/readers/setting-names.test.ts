/** Names of settings are the same text the first time, again, and after they were dropped. */
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { factOfNames, takeNameId } from '../../../../src/analysis/model/interning/name-facts.ts';
import { jsonChildren } from '../../../../src/analysis/platforms/json/document.ts';
import { readJson } from '../../../../src/analysis/platforms/json/reader.ts';
import { SettingNames, type SettingPlaceName } from '../../../../src/analysis/platforms/setting-names.ts';

const NUMBERED_MAX = 32_768;

/** The names of the members of an object, in its order. */
function namesIn(names: SettingNames, json: string, parent = names.root): SettingPlaceName[] {
  const doc = readJson(Buffer.from(json));
  let previous: SettingPlaceName | undefined;
  return jsonChildren(doc, 0).map((value) => {
    previous = names.member(parent, previous, doc, value);
    return previous;
  });
}

const textsOf = (names: readonly SettingPlaceName[]): string[] => names.map(({ text }) => text);

describe('names of settings', () => {
  const names = new SettingNames((around, key) => (around === 1 && key === 'inputs' ? 2 : 0), 1);

  for (const [title, json, expected] of [
    ['are dotted', '{"inputs":1,"kind":2}', ['inputs', 'kind']],
    ['in another order', '{"kind":1,"inputs":2,"host":3}', ['kind', 'inputs', 'host']],
    ['of which one begins with the other', '{"input":1,"inputs":2}', ['input', 'inputs']],
    ['with escapes', '{"in\\u0070uts":1,"a\\"b":2}', ['inputs', 'a"b']],
    ['outside ASCII', '{"Größe":1,"Gr\\u00f6\\u00dfe":2}', ['Größe', 'Größe']],
    ['longer than is remembered', `{"${'x'.repeat(90)}":1}`, ['x'.repeat(90)]],
    ['that are empty', '{"":1}', ['']],
  ] as const) {
    it(`${title}, first and again`, () => {
      assert.deepEqual(textsOf(namesIn(names, json)), expected);
      assert.deepEqual(textsOf(namesIn(names, json)), expected);
      const [inner] = namesIn(names, '{"holder":1}');
      assert.deepEqual(
        textsOf(namesIn(names, json, inner)),
        expected.map((key) => `holder.${key}`),
      );
    });
  }

  it('are the same object when they are met again, and know what their place means', () => {
    const [inputs] = namesIn(names, '{"inputs":1}');
    assert.equal(namesIn(names, '{"type":0,"inputs":1}')[1], inputs);
    assert.equal(inputs!.mark, 2);
    assert.equal(namesIn(names, '{"in\\u0070uts":1}')[0]!.mark, 2);
    assert.equal(namesIn(names, '{"inputs":1}', inputs)[0]!.mark, 0);
  });

  it('number the entries of lists', () => {
    const [list] = namesIn(names, '{"list":1}');
    for (const index of [0, 1, 40, 1]) assert.equal(names.item(list!, index).text, `list.${index}`);
  });

  it('have the right facts when numbers are used up', () => {
    const lengthOf = factOfNames((name) => name.length);
    const [before] = namesIn(names, '{"before":1}');
    assert.equal(lengthOf({ name: before!.text, nameId: before!.id }), 6);
    for (let i = 0; i <= NUMBERED_MAX; i += 1) takeNameId();
    const [after, again] = namesIn(names, '{"afterwards":1,"before":2}');
    assert.notEqual(again, before);
    for (const name of [before!, after!, again!, after!])
      assert.equal(lengthOf({ name: name.text, nameId: name.id }), name.text.length);
    assert.equal(lengthOf({ name: 'without' }), 7);
  });
});
