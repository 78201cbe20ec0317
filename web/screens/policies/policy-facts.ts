/** Names and values of what a policy decides beside its rules. */
import type { EffectivePolicy } from '../../api/calls/policies.ts';
import { CHOICE_LABELS } from './policy-words.ts';

/** Returns mode, choice and gate, in the order in which screens show them. */
export function policyFacts({
  mode,
  choice,
  gate,
}: EffectivePolicy): readonly (readonly [string, string | number | null])[] {
  return [
    ['Enforcement mode', mode ?? 'as environment or organisation have it'],
    ['A run may choose', CHOICE_LABELS[choice ?? 'stricter']!],
    ['Blocks', gate.block.join(', ')],
    ['Score of at least', gate.scoreMin],
    [
      'New findings at most',
      Object.entries(gate.newMax)
        .map(([name, count]) => `${name}: ${count}`)
        .join(', '),
    ],
    ['Rules that must run', gate.required.join(', ')],
  ];
}
