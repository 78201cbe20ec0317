/** Transfers of Blue Prism processes and objects: data that steps carry from their inputs to their outputs, and tests that guard it. */
import { type FlowRow, OUTPUT } from '../row.ts';

/** Steps of a multiple calculation have numbers, each with its own target. */
const STEPS = 40;

export const PROCESS_TRANSFERS: readonly FlowRow[] = [
  { kind: 'transfer', steps: 'Calculation', from: 'expression', to: 'stage' },
  ...Array.from(
    { length: STEPS },
    (_, step): FlowRow => ({
      kind: 'transfer',
      steps: 'MultipleCalculation',
      from: `steps.${step + 1}.expression`,
      to: `steps.${step + 1}.stage`,
    }),
  ),
  {
    kind: 'transfer',
    steps: /^Utility - Strings::/,
    from: /^inputs\./,
    to: /^outputs\./,
    families: ['untrusted'],
  },
  { kind: 'transfer', steps: 'LoopStart', from: 'loopdata', to: OUTPUT },
];
