/** Tests in conditions of Automation 360 bots that let only known values through. */
import type { FlowRow } from '../row.ts';

export const TASK_BOT_GUARDS: readonly FlowRow[] = [
  {
    kind: 'guard',
    words: 'comparison with fixed text',
    roles: ['branch'],
    when: [{ property: 'condition.packageName', is: /^String$/ }],
    property: 'condition.variable',
    unless: [{ property: /^condition\.operatorAttribute\./ }],
    is: 'bot condition',
    families: ['untrusted'],
  },
];
