/** Each activity with a container is reported outside of it, and not inside. */
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { uipathActivities } from '../../../src/analysis/facts/activity-facts.ts';
import { scopesByType } from '../../../src/analysis/facts/scope-facts.ts';
import { reportedNames } from '../../support/facts.ts';

const scoped = [...uipathActivities()].flatMap(([type, [first]]) =>
  scopesByType().has(type) ? [{ type, scope: first!.scope! }] : [],
);
const step = (type: string): string => `<ui:${type} DisplayName="${type}" />`;

describe('facts about containers', () => {
  it('cover the documented activities', () => {
    assert.ok(scoped.length >= 170, `${scoped.length}`);
  });

  it('report each activity outside its container', () => {
    const found = reportedNames('UIP-REL-013', scoped.map(({ type }) => step(type)).join(''));
    assert.deepEqual(
      scoped.filter(({ type }) => !found.has(type)),
      [],
    );
  });

  it('are silent inside the container', () => {
    const all = scoped.map(
      ({ type, scope }) =>
        `<ui:${scope}><ui:${scope}.Body><ActivityAction x:TypeArguments="x:Object">${step(type)}</ActivityAction></ui:${scope}.Body></ui:${scope}>`,
    );
    assert.deepEqual([...reportedNames('UIP-REL-013', all.join(''))], []);
  });
});

describe('facts about activities', () => {
  it('name a page each, and no property twice', () => {
    for (const found of uipathActivities().values())
      for (const { type, page, properties } of found) {
        const names = properties.map(({ name }) => name);
        assert.equal(new Set(names).size, names.length, type);
        assert.match(page, /^[\w./-]+$/, type);
      }
  });

  it('have each activity once a package', () => {
    for (const [type, found] of uipathActivities())
      assert.equal(new Set(found.map((each) => each.package.name)).size, found.length, type);
  });
});
