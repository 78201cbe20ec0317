/** A request whose host comes from the data of the run. */
import type { Expr } from '../../model/expr.ts';
import { derived } from '../../model/interning/derived.ts';
import { literalOf, propertyOf } from '../../model/navigate.ts';
import type { Activity, Expression, Workflow } from '../../model/workflow.ts';
import { carriersOf, isPassing } from '../../patterns/power-automate/flow-carriers.ts';
import { actionsOf } from '../../patterns/power-automate/flow-keys.ts';
import { operationName } from '../../patterns/power-automate/flow-operation.ts';
import { readsIn } from '../../patterns/power-automate/flow-reads.ts';
import { flowValue, valueInFlow } from '../../patterns/power-automate/flow-values.ts';
import { isHostFromData } from '../../patterns/power-automate/request-host.ts';
import { namesIn } from '../../semantics/texts.ts';
import { defineRule } from '../define-rule.ts';

/** Settings that hold the address of a request. */
const ADDRESSES: ReadonlySet<string> = new Set([
  'inputs.uri',
  'inputs.subscribe.uri',
  'inputs.unsubscribe.uri',
  'inputs.parameters.request/url',
]);

function sendsRequest(activity: Activity): boolean {
  if (activity.role === 'trigger') return false;
  const { type } = activity;
  return type === 'Http' || type === 'HttpWebhook' || operationName(activity).includes('invokehttp');
}

/** Returns whether the address is that of the next page, which stays with the service that returns it. */
const isPaging = (tree: Expr): boolean =>
  [...namesIn(tree)].some((name) => /next_?-?(?:link|page)/i.test(name));

/** Returns whether an address, or the beginning of one, can get its host from the values that it mentions. */
const passesHost = (workflow: Workflow, { tree }: Expression): boolean =>
  !isPaging(tree) && isHostFromData(valueInFlow(workflow, tree), () => true);

/**
 * Returns whether an action reads the table of environment variables, as flows outside of a solution do; they are
 * configuration too.
 */
function readsConfiguration(activity: Activity): boolean {
  return /^environmentvariable/i.test(literalOf(propertyOf(activity, 'inputs.parameters.entityName')) ?? '');
}

/** Collects keys whose value depends on data of the run. Parameters are set at deployment. */
const dataKeys = derived((workflow: Workflow): ReadonlyMap<string, string> => {
  const actions = actionsOf(workflow);
  const origins = new Set<string>();
  for (const key of workflow.mentions.keys) {
    const action = actions.get(key);
    const isData =
      action === undefined
        ? !/^(?:parameter|variable|action|loop):/.test(key)
        : !isPassing(action) && !readsConfiguration(action);
    if (isData) origins.add(key);
  }
  return carriersOf(workflow, origins, (expression) => passesHost(workflow, expression));
});

export const rule = defineRule('PAF-SEC-012', {
  level: 'activity',
  words: ['http'],
  *check(activity, { workflow }) {
    if (!sendsRequest(activity)) return;
    for (const property of activity.properties) {
      const { expression, name } = property;
      if (expression === undefined || !ADDRESSES.has(name)) continue;
      if (isPaging(expression.tree)) continue;
      const address = flowValue(workflow, property);
      // With a fixed host, data elsewhere does not matter.
      if (!isHostFromData(address, () => true)) continue;
      const data = dataKeys(workflow);
      const isData = (part: Expr) => !isPaging(part) && [...readsIn(part)].some(({ key }) => data.has(key));
      if (!isHostFromData(address, isData)) continue;
      const message = `"${activity.name}" sends its request to a host that is taken from the data of the run.`;
      yield { at: property, subject: name, message };
    }
  },
});
