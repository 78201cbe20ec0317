/** A request whose host comes from the data of the run. */
import type { Expr } from '../../model/expr.ts';
import { derived } from '../../model/interning/derived.ts';
import { literalOf, propertyOf } from '../../model/navigate.ts';
import { defineRule } from '../../model/rule.ts';
import type { Activity, Expression, Workflow } from '../../model/workflow.ts';
import { carriersOf, isPassing } from '../../patterns/power-automate/flow-carriers.ts';
import { actionsOf } from '../../patterns/power-automate/flow-keys.ts';
import { operationName } from '../../patterns/power-automate/flow-operation.ts';
import { readsIn } from '../../patterns/power-automate/flow-reads.ts';
import { flowValue, valueInFlow } from '../../patterns/power-automate/flow-values.ts';
import { isHostFromData } from '../../patterns/power-automate/request-host.ts';
import { namesIn } from '../../semantics/texts.ts';

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

export const rule = defineRule({
  id: 'PAF-SEC-012',
  version: 3,
  title: 'Request host computed at run time',
  platforms: ['power-automate'],
  category: 'security',
  severity: 'medium',
  confidence: 'medium',
  kind: 'hotspot',
  preset: 'recommended',
  why: 'Whoever can change the data decides where the request goes: to a server of their own, with the keys and the data that it carries, or to one that only the inside may reach.',
  fix: 'Put the host into an environment variable and let the data choose the path only. Where several hosts are needed, choose among fixed ones with a Switch.',
  compliance: ['INJ'],
  controls: ['CWE-918'],
  dedupeGroup: 'host-control',
  options: {},
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
  examples: {
    'power-automate': {
      bad: [
        `"Call": {"type": "Http", "inputs": {"method": "GET", "uri": "@triggerBody()?['callback']"}}`,
        `"Call": {"type": "Http", "inputs": {"method": "POST", "uri": "https://@{triggerBody()?['tenant']}.example.com/api"}}`,
        `"Init": {"type": "InitializeVariable", "inputs": {"variables": [{"name": "base", "type": "string"}]}},
         "Row": {"type": "Http", "inputs": {"method": "GET", "uri": "https://config.example.com"}},
         "Set": {"type": "SetVariable", "inputs": {"name": "base", "value": "@body('Row')?['server']"}},
         "Call": {"type": "Http", "inputs": {"method": "GET", "uri": "@{concat(variables('base'), '/orders')}"}}`,
        `"Call": {"type": "Http", "inputs": {"method": "GET", "uri": "\\n@{concat('https://', triggerBody()?['server'], '/orders')}"}}`,
      ],
      good: [
        `"Call": {"type": "Http", "inputs": {"method": "GET",
          "uri": "https://api.example.com/orders/@{triggerBody()?['order']}"}}`,
        // A line break in front of the address.
        `"Call": {"type": "Http", "inputs": {"method": "PUT",
          "uri": "\\n@{concat('https://api.example.com/orders/', triggerBody()?['order'])}"}}`,
        `{"parameters": {"Server (new_Server)": {"type": "String", "defaultValue": ""}}, "actions": {
          "Base": {"type": "Compose", "inputs": "@concat(parameters('Server (new_Server)'), 'v1/')"},
          "Call": {"type": "Http", "inputs": {"method": "GET", "uri": "@{outputs('Base')}@{triggerBody()?['path']}"},
            "runAfter": {"Base": ["Succeeded"]}}}}`,
        `"Read": {"type": "Http", "inputs": {"method": "GET", "uri": "https://api.example.com/orders"}},
         "Next": {"type": "Http", "inputs": {"method": "GET", "uri": "@body('Read')?['@odata.nextLink']"},
          "runAfter": {"Read": ["Succeeded"]}}`,
        // Near miss: data choose between fixed hosts.
        `"Host": {"type": "Compose", "inputs": "@if(equals(triggerBody()?['test'], true), 'test.example.com', 'api.example.com')"},
         "Call": {"type": "Http", "inputs": {"method": "GET", "uri": "https://@{outputs('Host')}/orders"},
          "runAfter": {"Host": ["Succeeded"]}}`,
      ],
    },
  },
});
