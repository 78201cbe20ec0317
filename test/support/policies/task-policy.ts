/** Policies of packs for tests of the engine. */
import { hash } from 'node:crypto';
import { type PackedPolicy, packPolicy } from '../../../src/analysis/engine/policies/task-policy.ts';
import { BUILTIN_GATE, type EffectivePolicy, type Judgement } from '../../../src/analysis/model/policy.ts';
import type { Options } from '../../../src/analysis/model/rule-option.ts';

/** Returns the policy of a pack with these rules and this judgement. */
export function policyWith(
  rules: Readonly<Record<string, Options>>,
  judgement: Partial<Judgement> = {},
): PackedPolicy {
  const policy: EffectivePolicy = {
    name: 'test-pack@1.0.0',
    detection: { rules },
    judgement: { severities: {}, overrides: [], tags: {}, gate: BUILTIN_GATE, ...judgement },
  };
  const json = JSON.stringify(policy);
  return packPolicy(json, hash('sha256', json));
}
