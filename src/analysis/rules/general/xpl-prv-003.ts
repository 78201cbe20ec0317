/** Data of a business connector that comes to a connector of the other group. */
import { builtInConnector, plainConnector } from '../../patterns/power-automate/used-connectors.ts';
import { problemOfFlow } from '../define-flow-rule.ts';
import { defineRule } from '../define-rule.ts';

const FOLLOWED = { family: 'personal', sinks: ['request'] } as const;

/** Types of steps that data policies list as connectors although they need no connection. */
const BUILT_IN = ['Http', 'HttpWebhook'];

/** Returns the steps of connectors and of groups of actions; `*` in their names stands for any characters. */
function stepsOf(connectors: readonly string[]): readonly string[] {
  const names = connectors.map(plainConnector);
  const builtIn = BUILT_IN.filter((type) => names.includes(builtInConnector(type)!));
  return [...names.flatMap((name) => [`${name}/*`, `${name}.*`]), ...builtIn];
}

export const rule = defineRule('XPL-PRV-003', {
  level: 'dataFlow',
  follows: FOLLOWED,
  rowsBy: ({ business, nonBusiness }) => ({
    sources: [{ steps: stepsOf(business), words: 'business data' }],
    sinks: [{ sink: 'request', steps: stepsOf(nonBusiness), words: 'connector for other data' }],
  }),
  check: (flow) =>
    problemOfFlow(flow, {
      ...FOLLOWED,
      message: ({ from, to }) =>
        `The business data of "${from.step || from.name}" reaches "${to.step}", which uses a connector for other data.`,
    }),
});
