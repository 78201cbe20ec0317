/** Transfers of cloud flows: data that steps carry from their inputs to their outputs, and tests that guard it. */
import { type FlowRow, OUTPUT } from '../row.ts';

export const CLOUD_FLOW_TRANSFERS: readonly FlowRow[] = [
  {
    kind: 'transfer',
    steps: ['SetVariable', 'AppendToArrayVariable', 'AppendToStringVariable'],
    from: /^inputs\.value/,
    to: 'inputs.name',
  },
  {
    kind: 'transfer',
    steps: 'InitializeVariable',
    from: /^inputs\.variables\./,
    to: 'inputs.variables.0.name',
  },
  { kind: 'transfer', steps: 'Compose', from: /^inputs/, to: OUTPUT },
  { kind: 'transfer', steps: 'ParseJson', from: /^inputs\.content/, to: OUTPUT },
  {
    kind: 'transfer',
    steps: ['Select', 'Query', 'Table', 'Join'],
    from: /^inputs\.(?:from|select|columns)/,
    to: OUTPUT,
  },
  { kind: 'transfer', steps: 'Expression', from: /^inputs\./, to: OUTPUT },
  { kind: 'transfer', steps: 'Foreach', from: 'foreach', to: OUTPUT },
  { kind: 'transfer', steps: /^conversionservice\//, from: /^inputs\.parameters\./, to: OUTPUT },
];
