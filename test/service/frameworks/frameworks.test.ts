/** Frameworks: each control that a rule carries has a name and a reason, and each mapping finds its rules. */
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { complianceTagsOf } from '../../../src/analysis/engine/findings/findings.ts';
import { RULES } from '../../../src/analysis/rules/index.ts';
import { FRAMEWORKS } from '../../../src/contract/lists/estate.ts';
import {
  controlsAnsweredBy,
  controlsOf,
  FRAMEWORK_TABLES,
  findControl,
} from '../../../src/service/frameworks/frameworks.ts';

const tables = Object.entries(FRAMEWORK_TABLES);
const controls = FRAMEWORKS.flatMap((framework) => controlsOf(framework, RULES));
const ids = new Set(controls.map(({ id }) => id));

describe('frameworks', () => {
  it('name every control that a rule carries', () => {
    const carried = new Set(RULES.flatMap((rule) => complianceTagsOf(rule)));
    assert.deepEqual(
      [...carried].filter((id) => !ids.has(id)),
      [],
    );
  });

  it('have a rule for every control of their tables, and each control once', () => {
    for (const [framework, table] of tables) {
      const numbers = table.controls.map(({ number }) => number);
      assert.equal(new Set(numbers).size, numbers.length, framework);
      const answered = controlsOf(framework as never, RULES).map(({ id }) => id);
      assert.deepEqual(
        answered,
        numbers.map((number) => table.prefix + number),
      );
    }
  });

  it('give each control a short name and a reason, and name rules that exist', () => {
    const known = new Set(RULES.map(({ id }) => id));
    for (const { id, title, reason } of controls) {
      assert.ok(title.length > 0 && title.length <= 60, `${id}: ${title}`);
      assert.match(reason, /^[A-Z].*\.$/, id);
    }
    for (const [, table] of tables)
      for (const { rules = [] } of table.controls)
        assert.deepEqual(
          rules.filter((id) => !known.has(id)),
          [],
        );
  });

  it('map a control in one place: what a table maps, no rule carries', () => {
    const carried = new Set(RULES.flatMap((rule) => complianceTagsOf(rule)));
    for (const [, table] of tables)
      for (const { number, families, categories, rules } of table.controls)
        if (families ?? categories ?? rules) assert.ok(!carried.has(table.prefix + number), number);
  });

  it('find a control by its id, and the controls of a rule', () => {
    const ruleIds = findControl('DORA:Art.9(4)(f)', RULES)!.rules.map(({ id }) => id);
    assert.ok(ruleIds.includes('UIP-SUP-009') && ruleIds.includes('PAF-MNT-011'));
    assert.equal(findControl('DORA:Art.99', RULES), undefined);
    assert.equal(findControl('', RULES), undefined);
    const rule = RULES.find(({ id }) => id === 'UIP-SEC-104')!;
    const found = controlsAnsweredBy(rule).map(({ id }) => id);
    assert.deepEqual(
      found.filter((id) => id.startsWith('OWASP')),
      ['OWASP:LLM06:2025', 'OWASP:ASI02:2026'],
    );
    assert.ok(found.includes('EU-AI-Act:Art.14') && found.includes('DORA:Art.25'));
  });
});
