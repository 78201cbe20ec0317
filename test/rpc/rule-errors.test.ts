/** Log lines about rules that failed: a caller with a costly rule does not fill the log. */
import assert from 'node:assert/strict';
import { it } from 'node:test';
import { createRuleErrorLog } from '../../src/rpc/services/rule-errors.ts';
import { HOUR_MS } from '../../src/units.ts';

it('logs one line a pack and hour, with the number of failures since the last', () => {
  const lines: unknown[] = [];
  let nowMs = 0;
  const logRuleErrors = createRuleErrorLog(
    {
      error: (({ policyPackId, ruleId, failures }: Record<string, unknown>) =>
        lines.push([policyPackId, ruleId, failures])) as never,
    },
    () => nowMs,
  );
  const fail = (policyPackId: string | null, ...ids: readonly string[]) =>
    logRuleErrors('r', {
      id: 'v',
      policyPackId,
      ruleErrors: ids.map((ruleId) => ({ ruleId, message: 'm' })),
    });
  for (let i = 0; i < 500; i += 1) fail('pack-1', 'ACME-REL-001', 'ACME-REL-002');
  fail('pack-2', 'ACME-REL-001');
  for (let i = 0; i < 3; i += 1) fail(null, 'UIP-REL-001', 'UIP-REL-002');
  nowMs = HOUR_MS;
  fail('pack-1', 'ACME-REL-002');
  assert.deepEqual(lines, [
    ['pack-1', 'ACME-REL-001', 1],
    ['pack-2', 'ACME-REL-001', 1],
    [null, 'UIP-REL-001', 1],
    [null, 'UIP-REL-002', 1],
    ['pack-1', 'ACME-REL-002', 1_000],
  ]);
});
