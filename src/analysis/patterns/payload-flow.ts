/** Data flow from variables and composed values into code and encoded commands. */

import { derived } from '../model/interning/derived.ts';
import type { Activity, Expression, Property, Workflow } from '../model/workflow.ts';
import { textsIn } from '../semantics/texts.ts';
import { ARGUMENTS, PROGRAM, programOf } from './code/command-line.ts';
import { runsCode } from './operation.ts';
import { actionKey } from './power-automate/flow-keys.ts';
import { endsWithEncodedFlag } from './secrets/encoded-payload.ts';
import { fileNameOf } from './texts/file-name.ts';

/** Names of settings of scripts that hold their code. */
const CODE = /(?:^|[./])(?:\w*code|command ?text|command|script(?: ?text)?|source(?: ?code)?)$/i;
const INTERPRETER = /^(?:cmd|powershell|pwsh|wscript|cscript|mshta|bash|sh|node|python\w*)(?:\.exe)?$/i;
const POWERSHELL = /powershell|pwsh/i;

/** Activity that runs the value, by key of a variable or an action. */
type Runs = ReadonlyMap<string, Activity>;

interface Flow {
  /** Values that run as code. */
  readonly code: Runs;
  /** Values that run as an encoded command. */
  readonly encoded: Runs;
}

/** Returns the activities that run PowerShell, by any of their settings. */
const powerShells = derived(
  ({ activities }: Workflow): ReadonlySet<Activity> =>
    new Set(
      activities.filter(
        (activity) => runsCode(activity) && activity.properties.some(({ text }) => POWERSHELL.test(text)),
      ),
    ),
);

/** Returns whether an activity runs PowerShell. */
export function runsPowerShell(workflow: Workflow, activity: Activity): boolean {
  return powerShells(workflow).has(activity);
}

/** Creates a check whether a setting's text runs: the code of a script, a program, or an interpreter's input. */
function runCheck(workflow: Workflow, activity: Activity): (property: Property) => boolean {
  const isScript = activity.role === 'script';
  // The author names the inputs of a code stage.
  if (isScript && workflow.platform === 'blue-prism') return () => false;
  const isInterpreter = INTERPRETER.test(fileNameOf(programOf(activity) ?? ''));
  return ({ name }) =>
    CODE.test(name) || (!isScript && (PROGRAM.test(name) || (isInterpreter && ARGUMENTS.test(name))));
}

/** Returns the key that an activity assigns to; undefined for other activities. */
export function assignedKey(activity: Activity): string | undefined {
  if (activity.role !== 'assign') return undefined;
  if (activity.type === 'Compose') return actionKey(activity);
  return activity.properties.find(({ direction }) => direction === 'out')?.expression?.mentions[0];
}

/** Maps each assigned key to the expressions of its value. */
function assignments(workflow: Workflow): ReadonlyMap<string, readonly Expression[]> {
  const found = new Map<string, Expression[]>();
  const add = (key: string, expression: Expression | undefined): void => {
    if (expression === undefined || expression.mentions.length === 0) return;
    const list = found.get(key);
    if (list === undefined) found.set(key, [expression]);
    else list.push(expression);
  };
  for (const { key, default: initial } of workflow.variables) add(key, initial?.expression);
  for (const activity of workflow.activities) {
    const key = assignedKey(activity);
    if (key === undefined) continue;
    for (const { direction, expression } of activity.properties) if (direction === 'in') add(key, expression);
  }
  return found;
}

function hasEncodedFlag({ tree }: Expression, isPowerShell: boolean): boolean {
  for (const text of textsIn(tree)) if (endsWithEncodedFlag(text, isPowerShell)) return true;
  return false;
}

/** Follows assignments back from what activities run. Each expression is read once. */
const flowOf = derived((workflow: Workflow): Flow => {
  const code = new Map<string, Activity>();
  const encoded = new Map<string, Activity>();
  const add = (to: Map<string, Activity>, { mentions }: Expression, by: Activity): void => {
    for (const key of mentions) if (!to.has(key)) to.set(key, by);
  };
  /** Command lines, and the values in them. */
  const lines = new Map<string, Activity>();
  for (const activity of workflow.activities) {
    if (!runsCode(activity)) continue;
    const isRun = runCheck(workflow, activity);
    const isPowerShell = runsPowerShell(workflow, activity);
    for (const property of activity.properties) {
      const { expression, direction } = property;
      if (expression === undefined || direction === 'out') continue;
      if (isRun(property)) add(code, expression, activity);
      add(lines, expression, activity);
      if (hasEncodedFlag(expression, isPowerShell)) add(encoded, expression, activity);
    }
  }
  if (lines.size === 0) return { code, encoded };
  const sources = assignments(workflow);
  // A map also iterates over entries added meanwhile.
  for (const [key, activity] of code) for (const from of sources.get(key) ?? []) add(code, from, activity);
  for (const [key, activity] of lines) {
    for (const from of sources.get(key) ?? []) {
      add(lines, from, activity);
      if (hasEncodedFlag(from, runsPowerShell(workflow, activity))) add(encoded, from, activity);
    }
  }
  for (const [key, activity] of encoded)
    for (const from of sources.get(key) ?? []) add(encoded, from, activity);
  return { code, encoded };
});

/** Finds the activity that runs the value of a variable or action as code; undefined if none does. */
export function codeRunBy(workflow: Workflow, key: string): Activity | undefined {
  return flowOf(workflow).code.get(key);
}

/** Finds the activity that runs the value of a variable or action as an encoded command; undefined if none does. */
export function encodedCommandRunBy(workflow: Workflow, key: string): Activity | undefined {
  return flowOf(workflow).encoded.get(key);
}

/** Returns the keys of variables and arguments by the position of their default. */
const keysOfDefaults = derived(({ variables, arguments: args }: Workflow): ReadonlyMap<number, string> => {
  const keys = new Map<number, string>();
  for (const { default: value, key } of [...args, ...variables])
    if (value !== undefined) keys.set(value.at, key);
  return keys;
});

/** Returns the key of the variable whose default stands at a position. */
export function keyOfDefault(workflow: Workflow, at: number): string | undefined {
  return keysOfDefaults(workflow).get(at);
}
