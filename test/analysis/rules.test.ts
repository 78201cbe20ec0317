/** Every rule's own examples, run through the whole engine, and what must hold for the catalogue as a whole. */
import assert from 'node:assert/strict';
import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { describe, it } from 'node:test';
import { CONDITION_RULE } from '../../src/analysis/engine/gate-conditions.ts';
import { createEngine, type Engine } from '../../src/analysis/engine/validate.ts';
import type { Finding } from '../../src/analysis/model/finding.ts';
import { CROSSING_RULE } from '../../src/analysis/model/measures/crossing.ts';
import { PLATFORM_NAMES, PLATFORMS, type Platform } from '../../src/analysis/model/platform.ts';
import type { Rule } from '../../src/analysis/model/rule.ts';
import { openFile } from '../../src/analysis/platforms/input-file.ts';
import { PLATFORM_READERS } from '../../src/analysis/platforms/read-workflows.ts';
import { RULES } from '../../src/analysis/rules/index.ts';
import type { Example } from '../../src/rule-pages/parse-page.ts';
import {
  exampleFile,
  exampleText,
  isProjectExample,
  withExampleOptions,
} from '../support/files/example-file.ts';
import { examplesOf } from '../support/files/rule-examples.ts';

const RULES_FOLDER = join(import.meta.dirname, '../../src/analysis/rules');

/** Creates an engine with one rule alone, of any preset, with the options of its examples. */
const engineOf = (rule: Rule, platform: Platform): Engine =>
  createEngine([{ ...withExampleOptions(rule, platform), preset: 'recommended' } as Rule]);

/** Returns the findings in an example. */
function findingsOf(engine: Engine, platform: Platform, example: Example): readonly Finding[] {
  const bytes = exampleFile(platform, example);
  const report = engine.validate({
    bytes,
    filename: 'example',
    platform,
    ruleset: 'default',
    findingsMax: 1000,
  });
  assert.deepEqual(report.ruleErrors, []);
  return report.findings;
}

for (const rule of RULES) {
  describe(rule.id, () => {
    const engines = new Map<Platform, Engine>();
    // Created by the first test that needs it: a run of one rule's tests creates those of one rule.
    const engineFor = (platform: Platform): Engine => {
      const engine = engines.get(platform) ?? engineOf(rule, platform);
      engines.set(platform, engine);
      return engine;
    };
    it('says everything that a reader needs', () => {
      for (const text of [rule.title, rule.why, rule.fix]) assert.match(text, /^\S(?:.|\n)*\S$/);
      assert.match(rule.why, /[.!?]$/, 'why is sentences');
      assert.match(rule.fix, /[.!?]$/, 'fix is sentences');
      assert.doesNotMatch(rule.title, /\.$/);
      assert.ok(rule.platforms.length > 0);
      if (rule.kind === 'hotspot' && rule.id !== CONDITION_RULE)
        assert.ok(['medium', 'low'].includes(rule.severity), 'a hotspot blocks nobody');
    });
    it('describes its options', () => {
      for (const [name, { about, unit, default: value, stricter }] of Object.entries(rule.options)) {
        assert.match(name, /^[a-z][A-Za-z0-9]*$/);
        assert.match(about, /^[A-Z].*\.$/, name);
        assert.equal(typeof value === 'number', unit !== undefined, `${name}: numbers have a unit`);
        const directions = Array.isArray(value)
          ? ['longer', 'shorter', 'equal']
          : typeof value === 'string'
            ? ['equal']
            : ['lower', 'higher'];
        assert.ok(directions.includes(stricter), `${name}: ${stricter}`);
      }
      for (const name of rule.needsOneOf ?? []) assert.ok(name in rule.options, name);
    });

    it('is not evaluated without the options that it needs', () => {
      if (rule.needsOneOf === undefined) return;
      const without = createEngine([{ ...rule, preset: 'recommended' } as Rule]);
      for (const platform of rule.platforms) {
        const task = { filename: 'example', platform, ruleset: 'default', findingsMax: 1000 } as const;
        const [example] = examplesOf(rule)[platform]!.bad;
        const { evaluatedRuleIds } = without.validate({ ...task, bytes: exampleFile(platform, example!) });
        assert.ok(!evaluatedRuleIds.includes(rule.id));
      }
    });

    // The rules about the analysis itself speak of files that could not be read; platform tests cover them. That about
    // other projects is tested with a service.
    if (rule.category === 'engine' || rule.id === CROSSING_RULE) return;

    if (rule.groupBy !== undefined) {
      it('has an example with several places in one finding', () => {
        const groups = Object.entries(examplesOf(rule)).flatMap(([platform, { bad }]) =>
          bad.flatMap((example) =>
            findingsOf(engineFor(platform as Platform), platform as Platform, example),
          ),
        );
        assert.ok(groups.some(({ group }) => group !== undefined && group.places.length > 1));
      });
    }

    for (const platform of rule.platforms) {
      const { bad = [], good = [] } = examplesOf(rule)[platform] ?? {};
      it(`has two bad and three good examples for ${platform}, as one of them is a near miss`, () => {
        assert.ok(bad.length >= 2 && good.length >= 3, `${bad.length} bad, ${good.length} good`);
        assert.equal(
          new Set([...bad, ...good].map(exampleText)).size,
          bad.length + good.length,
          'no example stands twice',
        );
      });
      bad.forEach((example, i) => {
        it(`finds bad example ${i + 1} of ${platform}`, () => {
          const findings = findingsOf(engineFor(platform), platform, example);
          assert.equal(findings.length, example.findings, exampleText(example));
          const lines = isProjectExample(example)
            ? Number.POSITIVE_INFINITY
            : exampleFile(platform, example).toString().split('\n').length;
          for (const { location, description } of findings) {
            assert.ok(location.line >= 1 && location.line <= lines && location.column >= 1);
            assert.match(location.path, /^(?:\/|$)/);
            assert.doesNotMatch(location.names.join(), /undefined/);
            assert.doesNotMatch(description, /undefined|\[object/);
          }
        });
      });
      good.forEach((example, i) => {
        it(`is silent on good example ${i + 1} of ${platform}`, () => {
          assert.deepEqual(findingsOf(engineFor(platform), platform, example), [], exampleText(example));
        });
      });
    }
  });
}

/** Rules with an example about an unreadable part. */
const HAS_UNREADABLE = new Set(['PAF-REL-020']);

describe('the examples', () => {
  for (const reader of PLATFORM_READERS) {
    it(`of ${reader.platform} are read in full`, () => {
      for (const rule of RULES) {
        const { bad = [], good = [] } = examplesOf(rule)[reader.platform] ?? {};
        for (const example of [...bad, ...good]) {
          const file = openFile('example', exampleFile(reader.platform, example));
          const kind = reader.recognise(file) ?? reader.recogniseBeside?.(file);
          assert.ok(kind !== undefined, `${rule.id}: the example is recognised`);
          const workflows = reader.read(file, kind);
          if (HAS_UNREADABLE.has(rule.id)) continue;
          for (const { unread } of workflows) assert.deepEqual(unread, [], rule.id);
        }
      }
    });
  }
});

/** The passwords and keys that the examples are made with. */
const SECRETS = /Nordwind-71|Sommer-2024|Nord-71|k-2208-example-only|a81c0b7e55d2|Zq8Lw3Rt6Yp1/;

describe('the findings', () => {
  it('show no secret, whichever rule sees it', () => {
    const engine = createEngine(RULES.map((rule) => ({ ...rule, preset: 'recommended' }) as Rule));
    let withSecret = 0;
    for (const rule of RULES) {
      for (const [platform, { bad = [], good = [] }] of Object.entries(examplesOf(rule))) {
        for (const example of [...bad, ...good]) {
          if (!SECRETS.test(exampleText(example))) continue;
          withSecret += 1;
          const bytes = exampleFile(platform as Platform, example);
          const task = { filename: 'example', platform: platform as Platform, findingsMax: 1000 };
          for (const { ruleId, description } of engine.validate({ ...task, bytes, ruleset: 'default' })
            .findings)
            assert.doesNotMatch(description, SECRETS, ruleId);
        }
      }
    }
    assert.ok(withSecret > 30, `${withSecret} examples have a secret`);
  });
});

describe('the catalogue', () => {
  it('has each id once, shaped as platform, category and number', () => {
    assert.equal(new Set(RULES.map((rule) => rule.id)).size, RULES.length);
    for (const rule of RULES) {
      assert.match(
        rule.id,
        /^(?:UIP|PAF|PAD|AAB|BPR|XPL)-(?:SEC|PRV|CMP|REL|PRF|MNT|NMG|OBS|SUP|CFG|ENG)-\d{3}$/,
      );
      if (rule.id.startsWith('XPL')) continue;
      const prefixes: readonly string[] = PLATFORMS[rule.platforms[0]!].rulePrefixes;
      assert.ok(prefixes.includes(rule.id.slice(0, 3)), `${rule.id} names its platform`);
    }
  });
  it('has each rule in the file that its id names', () => {
    const files = readdirSync(RULES_FOLDER, { recursive: true, encoding: 'utf8' })
      .filter((file) => /[/\\]\w{3}-\w{3}-\d{3}\.ts$/.test(file))
      .map((file) => file.replace(/^.*[/\\]|\.ts$/g, '').toUpperCase());
    assert.deepEqual(files.sort(), RULES.map((rule) => rule.id).sort());
  });
  it('has at least ten rules for each platform', () => {
    for (const platform of PLATFORM_NAMES) {
      assert.ok(RULES.filter((rule) => rule.platforms.includes(platform)).length >= 10, platform);
    }
  });
});
