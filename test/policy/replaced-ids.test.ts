/** Packs and exceptions that name a rule by the id that it had before. */
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { createCurrentId, withCurrentIds } from '../../src/analysis/engine/policies/current-ids.ts';
import { packPolicy } from '../../src/analysis/engine/policies/task-policy.ts';
import { createEngine } from '../../src/analysis/engine/validate.ts';
import { BUILTIN_GATE, type EffectivePolicy } from '../../src/analysis/model/policy.ts';
import type { Rule } from '../../src/analysis/model/rule.ts';
import { RULES } from '../../src/analysis/rules/index.ts';
import { environmentOf } from '../../src/policy/built/built-pack.ts';
import { buildPack } from '../../src/policy/resolve/build-pack.ts';
import { exampleFile } from '../support/files/example-file.ts';
import { BUILD_DEPS, build, packFolder, packText } from '../support/policies/pack-folder.ts';

const OLD = 'UIP-MNT-016';
const NEW = 'UIP-MNT-916';
const renamed: readonly Rule[] = RULES.map((rule) =>
  rule.id === OLD ? { ...rule, id: NEW, replaces: [OLD] } : rule,
);
const FILE = exampleFile(
  'uipath',
  '<Sequence><ui:InvokeWorkflowFile WorkflowFileName="[in_Config(&quot;Step&quot;).ToString]" /></Sequence>',
);

describe('a rule that replaces another', () => {
  it('is what a pack names by the old id', async () => {
    const text = packText(`rules: { ${OLD}: high }\n`);
    const pack = await buildPack(packFolder({ 'pack.yaml': text }), { ...BUILD_DEPS, rules: renamed });
    const { detection, judgement } = environmentOf(pack, null).policy;
    assert.deepEqual([Object.keys(detection.rules), judgement.severities], [[NEW], { [NEW]: 'high' }]);
  });

  it('runs under a pack that was built with the old id, with its severity', async () => {
    const { policy } = environmentOf(await build(`rules: { ${OLD}: critical }\n`), null);
    const { findings } = createEngine(renamed).validate({
      bytes: Buffer.from(FILE),
      filename: 'Main.xaml',
      platform: undefined,
      ruleset: packPolicy(JSON.stringify(policy), 'digest'),
      findingsMax: 10,
    });
    assert.deepEqual(
      findings.map(({ ruleId, severity }) => [ruleId, severity]),
      [[NEW, 'critical']],
    );
  });

  it('has the decisions about both ids, those about its own last', () => {
    const policy: EffectivePolicy = {
      name: 'corp@1.0.0',
      detection: { rules: { [NEW]: { max: 2 }, [OLD]: { max: 1 } } },
      judgement: {
        severities: { [OLD]: 'low' },
        overrides: [{ path: 'Tests/**', rules: { [OLD]: 'off' } }],
        tags: { [OLD]: ['A:1'] },
        gate: { ...BUILTIN_GATE, required: [OLD] },
      },
    };
    const { detection, judgement } = withCurrentIds(policy, renamed);
    assert.deepEqual(detection.rules, { [NEW]: { max: 2 } });
    assert.deepEqual(judgement, {
      severities: { [NEW]: 'low' },
      overrides: [{ path: 'Tests/**', rules: { [NEW]: 'off' } }],
      tags: { [NEW]: ['A:1'] },
      gate: { ...BUILTIN_GATE, required: [NEW] },
    });
  });

  it('is what an exception names by the old id', () => {
    const currentId = createCurrentId({ [NEW]: [OLD], 'UIP-SEC-001': [] });
    assert.deepEqual([OLD, NEW, 'UIP-SEC-001', 'ACME-REL-001'].map(currentId), [
      NEW,
      NEW,
      'UIP-SEC-001',
      'ACME-REL-001',
    ]);
  });
});
