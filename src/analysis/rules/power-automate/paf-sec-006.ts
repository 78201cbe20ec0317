/** A value that its source hides, copied to where the run history shows it. */
import { isLive } from '../../model/navigate.ts';
import { defineRule } from '../../model/rule.ts';
import type { Activity, Expression, Workflow } from '../../model/workflow.ts';
import { carriersOf } from '../../patterns/power-automate/flow-carriers.ts';
import { actionKey, actionsOf } from '../../patterns/power-automate/flow-keys.ts';
import { readsIn } from '../../patterns/power-automate/flow-reads.ts';
import { hasSecured, SECURED_DATA } from '../../patterns/power-automate/secured-data.ts';
import { reaches, secretness } from '../../semantics/secretness/secretness.ts';

/** Properties of an HTTP call without data. */
const HARMLESS: ReadonlySet<string> = new Set(['statusCode', 'status', 'code']);

const INPUT = 'input:';

/** Returns the keys that actions read and show in the run history. */
function shownReads(workflow: Workflow): ReadonlySet<string> {
  const keys = new Set<string>();
  for (const { owner, mentions } of workflow.expressions) {
    const reader = workflow.activities[owner];
    if (reader === undefined || !isLive(reader) || hasSecured(reader, 'inputs')) continue;
    for (const key of mentions) keys.add(key);
  }
  return keys;
}

/** Returns whether an expression reads only the status of calls, as far as their keys matter. */
function readsStatusOnly({ tree }: Expression, matters: (key: string) => boolean = () => true): boolean {
  const reads = [...readsIn(tree)].filter(({ key }) => matters(key));
  return reads.length > 0 && reads.every(({ members }) => members.some((name) => HARMLESS.has(name)));
}

/** Returns the keys of an action's hidden data, or of a trigger's input with a secret's name. */
function keysOf({ mentions }: Workflow, source: Activity): readonly string[] {
  if (source.role !== 'trigger') return [actionKey(source)];
  return mentions.keys.filter(
    (key) => key.startsWith(INPUT) && reaches(secretness(key.slice(INPUT.length)), 'likely'),
  );
}

// The platform hides a Compose that uses secured outputs directly, so such a copy counts only when something reads it.
export const rule = defineRule({
  id: 'PAF-SEC-006',
  version: 3,
  title: 'Secured value copied into an unsecured variable',
  platforms: ['power-automate'],
  category: 'security',
  severity: 'high',
  confidence: 'medium',
  kind: 'issue',
  preset: 'recommended',
  why: 'The protection ends with the copy: the run history shows the variable, and everything that reads the copy, in plain text.',
  fix: 'Delete the copy and use the output of the secured action directly where it is needed; the platform then hides it there too. If a Compose must stay, switch on "Secure inputs" in its Settings, and in those of the actions that read it.',
  compliance: ['SECLOG'],
  controls: ['CWE-316'],
  dedupeGroup: 'secret-in-log',
  options: {},
  level: 'workflow',
  words: [SECURED_DATA],
  *check(workflow) {
    const sources = workflow.activities.filter(
      (activity) => activity.type !== 'Compose' && isLive(activity) && hasSecured(activity, 'outputs'),
    );
    if (sources.length === 0) return;
    const carriers = carriersOf(
      workflow,
      sources.flatMap((source) => keysOf(workflow, source)),
      (expression) => !readsStatusOnly(expression),
    );
    const actions = actionsOf(workflow);
    const trigger = sources.find(({ role }) => role === 'trigger');
    const shown = shownReads(workflow);
    const reported = new Set<number>();
    for (const expression of workflow.expressions) {
      const copy = workflow.activities[expression.owner];
      if (copy?.role !== 'assign' || reported.has(copy.index) || !isLive(copy)) continue;
      const from = expression.mentions.find((key) => carriers.has(key));
      if (
        from === undefined ||
        readsStatusOnly(expression, (key) => carriers.has(key)) ||
        hasSecured(copy, 'inputs')
      )
        continue;
      // A variable always lets the value out, a Compose of hidden outputs when it is read again.
      const isHidden = copy.type === 'Compose' && carriers.get(from) === from && !shown.has(actionKey(copy));
      if (isHidden) continue;
      reported.add(copy.index);
      yield {
        at: expression,
        subject: 'copy',
        message: `"${copy.name}" copies the secured output of "${(actions.get(carriers.get(from)!) ?? trigger)!.name}" to where the run history shows it.`,
      };
    }
  },
  examples: {
    'power-automate': {
      bad: [
        `{"triggers": {"manual": {"type": "Request", "kind": "Http",
            "inputs": {"schema": {"type": "object", "properties": {"password": {"type": "string"}}}},
            "runtimeConfiguration": {"secureData": {"properties": ["outputs"]}}}},
          "actions": {"Keep": {"type": "InitializeVariable", "inputs": {"variables": [
            {"name": "given", "type": "string", "value": "@triggerBody()?['password']"}]}, "runAfter": {}}}}`,
        `"Get_token": {"type": "Http", "inputs": {"method": "POST", "uri": "https://login.example.com"},
          "runtimeConfiguration": {"secureData": {"properties": ["outputs"]}}},
         "Keep": {"type": "SetVariable", "inputs": {"name": "bearer", "value": "@body('Get_token')?['access_token']"},
          "runAfter": {"Get_token": ["Succeeded"]}}`,
        `"Get_token": {"type": "Http", "inputs": {"method": "POST", "uri": "https://login.example.com"},
          "runtimeConfiguration": {"secureData": {"properties": ["outputs"]}}},
         "Init": {"type": "InitializeVariable", "runAfter": {"Get_token": ["Succeeded"]},
          "inputs": {"variables": [{"name": "header", "type": "string", "value": "Bearer @{body('Get_token')?['access_token']}"}]}}`,
        `"Get_token": {"type": "Http", "inputs": {"method": "POST", "uri": "https://login.example.com"},
          "runtimeConfiguration": {"secureData": {"properties": ["outputs"]}}},
         "Keep": {"type": "Compose", "inputs": "@body('Get_token')", "runAfter": {"Get_token": ["Succeeded"]}},
         "Call": {"type": "Http", "inputs": {"method": "GET", "uri": "https://api.example.com",
          "headers": {"Authorization": "@{outputs('Keep')}"}}, "runAfter": {"Keep": ["Succeeded"]}}`,
        `"Get_token": {"type": "Http", "inputs": {"method": "POST", "uri": "https://login.example.com"},
          "runtimeConfiguration": {"secureData": {"properties": ["outputs"]}}},
         "Keep": {"type": "SetVariable", "runAfter": {"Get_token": ["Succeeded"]},
          "inputs": {"name": "answer", "value": "@{outputs('Get_token')?['statusCode']}: @{body('Get_token')}"}}`,
      ],
      good: [
        `{"triggers": {"manual": {"type": "Request", "kind": "Http",
            "inputs": {"schema": {"type": "object", "properties": {"password": {"type": "string"}, "id": {"type": "string"}}}},
            "runtimeConfiguration": {"secureData": {"properties": ["outputs"]}}}},
          "actions": {"Keep": {"type": "InitializeVariable", "inputs": {"variables": [
            {"name": "id", "type": "string", "value": "@triggerBody()?['id']"}]}, "runAfter": {}}}}`,
        `"Get_token": {"type": "Http", "inputs": {"method": "POST", "uri": "https://login.example.com"},
          "runtimeConfiguration": {"secureData": {"properties": ["outputs"]}}},
         "Call": {"type": "Http", "inputs": {"method": "GET", "uri": "https://api.example.com",
          "headers": {"Authorization": "@{body('Get_token')?['access_token']}"}}, "runAfter": {"Get_token": ["Succeeded"]}}`,
        `"Get_token": {"type": "Http", "inputs": {"method": "POST", "uri": "https://login.example.com"},
          "runtimeConfiguration": {"secureData": {"properties": ["outputs"]}}},
         "Keep": {"type": "Compose", "inputs": "@body('Get_token')", "runAfter": {"Get_token": ["Succeeded"]},
          "runtimeConfiguration": {"secureData": {"properties": ["inputs"]}}}`,
        `"Get_token": {"type": "Http", "inputs": {"method": "POST", "uri": "https://login.example.com"},
          "runtimeConfiguration": {"secureData": {"properties": ["outputs"]}}},
         "Status": {"type": "SetVariable", "inputs": {"name": "state", "value": "@outputs('Get_token')?['statusCode']"},
          "runAfter": {"Get_token": ["Succeeded"]}},
         "Show": {"type": "Compose", "inputs": "@variables('state')", "runAfter": {"Status": ["Succeeded"]}}`,
      ],
    },
  },
});
