/** Finds error handlers that report success. */
import { enclosing, isLive, literalOf } from '../../model/navigate.ts';
import { defineRule } from '../../model/rule.ts';
import type { Activity, Value, Workflow } from '../../model/workflow.ts';
import { constantCondition } from '../../semantics/constant-condition.ts';
import { flowOf } from '../../semantics/flow/flow-of.ts';
import { FORWARD } from '../../semantics/flow/graph.ts';
import { alwaysPasses } from '../../semantics/flow/search.ts';
import { wordsOf } from '../../semantics/words.ts';

const SUCCESS: ReadonlySet<string> = new Set(['success', 'successful', 'successfully', 'succeeded', 'ok']);
const OUTCOME: ReadonlySet<string> = new Set(['status', 'result', 'outcome', 'success']);
/** Words that turn the meaning of a name round: `NoSuccess`, `SuccessOrError`. */
const OTHERWISE: ReadonlySet<string> = new Set([
  'not',
  'no',
  'non',
  'un',
  'error',
  'fail',
  'failed',
  'failure',
]);
const SUCCEEDED = /^(?:success(?:ful(?:ly)?)?|succeeded|ok)$/i;

/** Returns the name that an activity writes, and what stands for it in the file. */
const targetOf = ({ properties }: Activity): string | undefined =>
  properties.find(({ direction }) => direction === 'out')?.expression?.text;

/** Returns the constant that a value is, in lower case. */
function constantOf(value: Value): string | undefined {
  if (constantCondition(value) === true) return 'true';
  return literalOf(value)?.trim().toLowerCase();
}

/** Returns the success that an assignment reports: `true` for a flag, a word for a status. */
function reported({ properties }: Activity, target: string): string | undefined {
  const words = wordsOf(target);
  if (words.some((word) => OTHERWISE.has(word))) return undefined;
  const isFlag = words.some((word) => SUCCESS.has(word));
  const isOutcome = words.some((word) => OUTCOME.has(word));
  for (const property of properties) {
    if (property.direction === 'out') continue;
    const constant = constantOf(property);
    if (constant === undefined) continue;
    if ((isFlag && constant === 'true') || (isOutcome && SUCCEEDED.test(constant))) return constant;
  }
  return undefined;
}

/** Returns whether a handler takes every error: one for an expected error may well end in success. */
function takesAll({ properties }: Activity): boolean {
  const type = properties.find(({ name }) => name === 'TypeArguments' || name === 'Error')?.text;
  return type === undefined || /^(?:System\.)?Exception$/.test(type);
}

/** Returns whether the handler ends with what an assignment in it has set. */
function staysSet(workflow: Workflow, handler: Activity, set: Activity, target: string): boolean {
  const graph = flowOf(workflow);
  const setsAgain = (node: number): boolean => {
    const activity = workflow.activities[node];
    return activity?.role === 'assign' && targetOf(activity)?.toLowerCase() === target.toLowerCase();
  };
  return !alwaysPasses(graph, [set.index, graph.exitOf(handler.index)], setsAgain, FORWARD);
}

const xaml = (inCatch: string, type = 's:Exception'): string =>
  `<Variable x:TypeArguments="x:Boolean" Name="isSuccess" /><Variable x:TypeArguments="x:String" Name="status" />
<TryCatch DisplayName="Post invoice"><TryCatch.Try><ui:InvokeWorkflowFile WorkflowFileName="Post.xaml" /></TryCatch.Try>
<TryCatch.Catches><Catch x:TypeArguments="${type}"><ActivityAction x:TypeArguments="${type}"><Sequence>${inCatch}</Sequence></ActivityAction></Catch></TryCatch.Catches></TryCatch>`;
const assign = (name: string, value: string): string =>
  `<Assign DisplayName="Set ${name}"><Assign.To><OutArgument x:TypeArguments="x:Object">[${name}]</OutArgument></Assign.To><Assign.Value><InArgument x:TypeArguments="x:Object">[${value}]</InArgument></Assign.Value></Assign>`;
const flow = (action: string): string =>
  `"Init": {"type": "InitializeVariable", "inputs": {"variables": [{"name": "Success", "type": "boolean", "value": false}]}, "runAfter": {}},
   "Try": {"type": "Scope", "actions": {"Get": {"type": "Http", "inputs": {"method": "GET", "uri": "https://a.example"}}}, "runAfter": {"Init": ["Succeeded"]}},
   "Catch": {"type": "Scope", "actions": {${action}}, "runAfter": {"Try": ["Failed", "TimedOut"]}}`;
const set = (value: string, name = 'Set', runAfter = '{}'): string =>
  `"${name}": {"type": "SetVariable", "inputs": {"name": "Success", "value": ${value}}, "runAfter": ${runAfter}}`;
const copy = (handler: string): string =>
  `File.Copy Files: $'''C:\\\\In\\\\a.csv''' Destination: Folder IfFileExists: File.IfExists.Overwrite CopiedFiles=> Copied
    ${handler}
        SET IsSuccess TO True
    END`;
const bot = (name: string, value: string, type = 'AllErrors'): string =>
  `{"commandName": "try", "packageName": "ErrorHandler", "children": [{"commandName": "runTask", "packageName": "TaskBot"}],
    "branches": [{"commandName": "catch", "packageName": "ErrorHandler", "attributes": [{"name": "exceptionType", "value": {"type": "STRING", "string": "${type}"}}],
      "children": [{"commandName": "assign", "packageName": "String", "returnTo": {"type": "VARIABLE", "variableName": "${name}"}, "attributes": [{"name": "sourceString", "value": {"type": "STRING", "string": "${value}"}}]}]}]}`;

export const rule = defineRule({
  id: 'XPL-REL-009',
  version: 2,
  title: 'Error handler reports success',
  platforms: ['uipath', 'power-automate', 'automation-anywhere'],
  category: 'reliability',
  severity: 'high',
  confidence: 'high',
  kind: 'issue',
  preset: 'recommended',
  why: 'What follows believes that the step has worked: the item counts as done, its result is used although it is missing, and nobody looks for the cause.',
  fix: 'Set the flag to False in the handler and to True only behind the last step of the guarded part, log the error, and let the caller decide by the flag.',
  compliance: ['ERR'],
  controls: ['CWE-390'],
  groupBy: 'flag',
  options: {},
  level: 'activity',
  roles: ['assign'],
  *check(activity, { workflow }) {
    const handler = enclosing(workflow, activity, 'catch');
    if (handler === undefined || !takesAll(handler) || !isLive(activity)) return;
    const target = targetOf(activity);
    const value = target === undefined ? undefined : reported(activity, target);
    if (target === undefined || value === undefined) return;
    if (!staysSet(workflow, handler, activity, target)) return;
    const at = activity.properties.find((property) => constantOf(property) === value) ?? activity;
    yield {
      at,
      subject: 'success',
      group: target.toLowerCase(),
      message: `"${activity.name}" sets "${target}" to "${value}" although an error is being handled.`,
    };
  },
  examples: {
    uipath: {
      bad: [xaml(assign('isSuccess', 'True')), xaml(`<ui:LogMessage />${assign('status', '"Success"')}`)],
      good: [
        xaml(assign('isSuccess', 'False')),
        // Near misses: the flag of an error, one that is set back, an error that is thrown on, and an expected one.
        xaml(assign('hasError', 'True')),
        xaml(`${assign('isSuccess', 'True')}${assign('isSuccess', 'False')}`),
        xaml(`${assign('isSuccess', 'True')}<Rethrow />`),
        xaml(assign('isSuccess', 'True'), 's:TimeoutException'),
      ],
    },
    'power-automate': {
      bad: [
        flow(set('true')),
        `BLOCK Work
ON BLOCK ERROR
    SET Success TO True
END
    Excel.CloseExcel.Close Instance: Excel
END`,
        copy('ON ERROR'),
      ],
      good: [
        flow(set('false')),
        // Near miss: an expected error.
        copy('ON ERROR FileNotFoundError'),
        flow(`${set('true')}, ${set('false', 'Again', '{"Set": ["Succeeded"]}')}`),
        `BLOCK Work
ON BLOCK ERROR
    SET Success TO False
END
    Excel.CloseExcel.Close Instance: Excel
    SET Success TO True
END`,
      ],
    },
    'automation-anywhere': {
      bad: [
        bot('vStatus', 'Success'),
        bot('bSuccess', 'True'),
        // One flag in two handlers.
        `${bot('vStatus', 'Success')}, ${bot('vStatus', 'Success')}`,
      ],
      good: [bot('vStatus', 'Failed'), bot('bHasError', 'True'), bot('vMessage', 'Success')],
    },
  },
});
