/** Each fact about settings against a step that breaks it and one that keeps it. */
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import {
  type Condition,
  type SettingFacts,
  settingFacts,
} from '../../../src/analysis/facts/setting-facts.ts';
import { TEXT_KINDS } from '../../../src/analysis/patterns/uipath/texts/text-kinds.ts';
import { reportedNames } from '../../support/facts.ts';
import { TEXTS_BY_KIND } from '../../support/texts-by-kind.ts';

/** Returns the value that meets a condition; undefined to leave the setting out. */
function sampleOf({ test, values }: Condition): string | undefined {
  if (test === 'unset' || test === 'empty') return undefined;
  if (test === 'set') return '[value]';
  if (test === 'one-of') return values[0];
  return test === 'kind' ? TEXTS_BY_KIND[values[0]!]! : 'Other';
}

const attribute = (name: string, value: string): string =>
  name.includes('.') ? '' : `${name}="${value.replaceAll('"', '&quot;')}" `;

/** Returns a step that fills each part that a fact is about. */
function filled(type: string, name: string): string {
  const parts = (settingFacts().get(type) ?? []).flatMap(({ when }) =>
    when.filter(({ test }) => test === 'empty').map((part) => `${type}.${part.name}`),
  );
  const body = parts
    .map((part) => `<ui:${part}><ActivityFunc><ui:AnyEngine /></ActivityFunc></ui:${part}>`)
    .join('');
  return `<ui:${type} DisplayName="${name}">${body}</ui:${type}>`;
}

/** Returns a step with the settings of conditions. */
function step(type: string, conditions: readonly Condition[], name: string): string {
  const texts = new Map<string, string>();
  for (const condition of conditions) {
    const value = sampleOf(condition);
    if (value !== undefined) texts.set(condition.name, value);
    else texts.delete(condition.name);
  }
  const attributes = [...texts].map(([key, value]) => attribute(key, value)).join('');
  return `<ui:${type} DisplayName="${name}" ${attributes}/>`;
}

const rows = [...settingFacts()].flatMap(([type, all]) =>
  all.map((facts, at) => ({ type, facts, id: `${type} ${at}` })),
);
const isInFile = ({ facts }: { facts: SettingFacts }): boolean =>
  facts.when.every(({ name }) => !name.startsWith('project.'));

/** Returns the conditions under which a fact is broken: a setting that it excludes is there, one that it needs is not. */
const brokenBy = ({ when, needs }: SettingFacts): readonly Condition[] => [
  ...when,
  ...needs
    .filter(({ test, name }) => test === 'unset' && !when.some((own) => own.name === name))
    .map((need): Condition => ({ ...need, test: 'set' })),
];

describe('facts about settings', () => {
  it('report each combination', () => {
    const found = reportedNames(
      'UIP-REL-031',
      rows
        .filter(isInFile)
        .map(({ type, facts, id }) => step(type, brokenBy(facts), id))
        .join(''),
    );
    assert.deepEqual(
      rows
        .filter(isInFile)
        .filter(({ id }) => !found.has(id))
        .map(({ id }) => id),
      [],
    );
  });

  it('are silent where what is needed is there', () => {
    for (const { type, facts, id } of rows.filter(isInFile)) {
      const [need] = facts.needs;
      if (need === undefined) continue;
      const others = rows.filter((row) => row.type === type && row.facts !== facts);
      const found = reportedNames('UIP-REL-031', step(type, [...facts.when, need], id), facts.consequence);
      assert.ok(!found.has(id) || others.some((other) => other.facts.consequence === facts.consequence), id);
    }
  });

  it('are silent where one condition is not met', () => {
    const fragment = rows.filter(isInFile).map(({ type, id }) => filled(type, id));
    assert.deepEqual([...reportedNames('UIP-REL-031', fragment.join(''))], []);
  });

  it('name kinds of texts that there are, and a source each', () => {
    for (const { facts, id } of rows) {
      for (const { test, values } of [...facts.when, ...facts.needs])
        if (test === 'kind')
          assert.ok(
            values.every((kind) => kind in TEXT_KINDS),
            id,
          );
      assert.match(facts.source, /\.md$/, id);
      assert.ok(facts.consequence.length > 10, id);
    }
  });
});
