/** Finds steps that remove logs, queue items or the history of runs. */
import type { Expr } from '../../model/expr.ts';
import { literalOf } from '../../model/navigate.ts';
import { defineRule } from '../../model/rule.ts';
import type { Activity, Property } from '../../model/workflow.ts';
import { ARGUMENTS, programOf } from '../../patterns/code/command-line.ts';
import { isLogPath, LOG_REMOVAL_WORDS, removesLogs } from '../../patterns/code/log-removal.ts';
import { operationOf, runsCode } from '../../patterns/operation.ts';
import { compactScript } from '../../patterns/scripts/script-tokens.ts';
import { isCode } from '../../semantics/assigned.ts';
import { piecesOf } from '../../semantics/joined.ts';
import { statementsIn } from '../../semantics/statements.ts';
import { literalText } from '../../semantics/texts.ts';

const DELETION = /delete|remove|erase/i;
/** Operations that take items out of a queue; A360 and Power Automate use the same names. */
const QUEUE_DELETION = /delete ?_?(?:processed ?|work ?)?(?:queue ?)?items?/i;
/** Tables in which Dataverse stores the history of runs and the audit of users. */
const HISTORY_TABLE =
  /^(?:flowruns?|flowsessions?|flowlogs?|workflowlogs?|audits?|plugintracelogs?|processsessions?)$/i;

/** Returns the fixed text at the end of a path: all of a literal, its last joined part, or that of a call's arguments. */
function endOf({ expression, text }: Property): string {
  let last = expression?.tree;
  if (last === undefined) return text;
  // `Path.Combine(folder, "run.log")` ends with its last argument.
  for (let inner: Expr | undefined = last; inner !== undefined; ) {
    last = piecesOf(inner).at(-1) ?? inner;
    inner = last.kind === 'call' ? last.args.at(-1)?.value : undefined;
  }
  return literalText(last) ?? '';
}

/** Returns code without its comments; a command line stays as it is. */
function withoutComments({ role }: Activity, { text, expression }: Property): string {
  if (expression !== undefined && isCode(expression))
    return Array.from(statementsIn(expression.tree), ({ start, end }) => text.slice(start, end)).join('\n');
  return role === 'script' && expression === undefined ? compactScript(text) : text;
}

/** Characters of a program, more than a removal that begins in it and ends in its arguments can have. */
const REMOVAL_MAX = 1_000;

/**
 * Returns a check whether arguments of an activity's program remove logs. It reads the program once, however many
 * arguments there are.
 */
function argumentCheck(activity: Activity): (args: string) => boolean {
  let program: string | undefined | null = null;
  let removesByItself = false;
  return (args) => {
    if (program === null) {
      program = programOf(activity);
      removesByItself = program !== undefined && removesLogs(program);
    }
    if (program === undefined) return false;
    return removesByItself || removesLogs(`${program.slice(-REMOVAL_MAX)} ${args}`);
  };
}

/** Returns the removed thing with the setting that shows it, or undefined. */
function removal(
  activity: Activity,
): { readonly at: Property | Activity; readonly what: string } | undefined {
  const operation = operationOf(activity);
  const deletes = DELETION.test(operation);
  if (activity.role === 'queue' && QUEUE_DELETION.test(operation))
    return { at: activity, what: 'items from a queue, and with them what became of each' };
  if (!deletes && !runsCode(activity)) return undefined;
  const removesWith = argumentCheck(activity);
  for (const property of activity.properties) {
    if (property.direction === 'out') continue;
    const isTable = deletes && /(?:^|\.)entityName$/.test(property.name);
    if (isTable && HISTORY_TABLE.test(literalOf(property) ?? ''))
      return { at: property, what: `records of the table "${literalOf(property)}"` };
    if (activity.role === 'file' && deletes && isLogPath(endOf(property)))
      return { at: property, what: 'logs' };
    if (!runsCode(activity)) continue;
    const isLine = ARGUMENTS.test(property.name) && removesWith(literalOf(property) ?? property.text);
    if (isLine || (removesLogs(property.text) && removesLogs(withoutComments(activity, property))))
      return { at: property, what: 'logs' };
  }
  return undefined;
}

const flow = (operation: string, table: string): string =>
  `"Clean_up": {"type": "OpenApiConnection", "inputs": {"host": {"apiId": "/providers/Microsoft.PowerApps/apis/shared_commondataserviceforapps", "connectionName": "shared_commondataserviceforapps", "operationId": "${operation}"}, "parameters": {"entityName": "${table}", "recordId": "@items('Each')?['id']"}}, "runAfter": {}}`;
const deletion = (file: string): string =>
  `"Clean_up": {"type": "OpenApiConnection", "inputs": {"host": {"apiId": "/providers/Microsoft.PowerApps/apis/shared_onedriveforbusiness", "connectionName": "shared_onedriveforbusiness", "operationId": "DeleteFile"}, "parameters": {"id": "${file}"}}, "runAfter": {}}`;
const bot = (packageName: string, command: string, name: string, text: string): string =>
  `{"commandName": "${command}", "packageName": "${packageName}", "attributes": [{"name": "${name}", "value": ${text}}]}`;
const action = (object: string, name: string, expr: string): string =>
  `<stage stageid="a" name="Clean Up" type="Action"><onsuccess>end</onsuccess><resource object="${object}" action="${name}"/><inputs><input type="text" name="Path" expr="${expr}"/></inputs></stage>`;
const start = (program: string, args: string): string =>
  `<stage stageid="a" name="Clean Up" type="Action"><onsuccess>end</onsuccess><resource object="Utility - Environment" action="Start Process"/><inputs><input type="text" name="Application" expr="&quot;${program}&quot;"/><input type="text" name="Arguments" expr="&quot;${args}&quot;"/></inputs></stage>`;
const runApp = (program: string, parameters: string): string =>
  `{"commandName": "runApp", "packageName": "Application", "attributes": [{"name": "filePath", "value": {"type": "STRING", "string": "${program}"}}, {"name": "parameters", "value": {"type": "STRING", "string": "${parameters}"}}]}`;
const FILES = 'Utility - File Management';
const QUEUES = 'Blueprism.Automate.clsWorkQueuesActions';

export const rule = defineRule({
  id: 'XPL-SEC-023',
  version: 2,
  title: 'Security event hidden: clean-up of logs or history',
  platforms: ['uipath', 'power-automate', 'automation-anywhere', 'blue-prism'],
  category: 'security',
  severity: 'high',
  confidence: 'medium',
  kind: 'issue',
  preset: 'recommended',
  why: 'What has been deleted can be shown to no auditor, and it is the first thing that somebody does who wants to hide something.',
  fix: 'Delete the step. How long logs, queue items and run histories are kept is a setting of the platform and of the operating system, made by the people who look after them; where room is short, archive instead of deleting.',
  compliance: ['LOGGING'],
  options: {},
  examples: {
    uipath: {
      bad: [
        '<ui:DeleteFileX DisplayName="Clean up" Path="C:\\Robots\\today.log" />',
        '<ui:InvokePowerShell x:TypeArguments="x:Object" DisplayName="Clean up" CommandText="[&quot;Clear-EventLog -LogName Application&quot;]" IsScript="True" />',
        '<ui:DeleteQueueItems DisplayName="Clean up" QueueItems="[items]" />',
        '<ui:DeleteFileX DisplayName="Clean up" Path="[Path.Combine(folder, &quot;run.log&quot;)]" />',
        '<ui:StartProcess FileName="wevtutil.exe" Arguments="cl Security" />',
        '<ui:StartProcess FileName="cmd.exe" Arguments="/c del /q C:\\Robots\\Logs\\*.*" />',
        '<ui:InvokePowerShell CommandText="Get-ChildItem C:\\Robots -Filter *.log | Remove-Item" />',
      ],
      good: [
        '<ui:DeleteFileX DisplayName="Clean up" Path="C:\\Robots\\today.xlsx" />',
        '<ui:InvokePowerShell x:TypeArguments="x:Object" DisplayName="Look" CommandText="[&quot;Get-EventLog -LogName Application&quot;]" IsScript="True" />',
        '<ui:DeleteFileX DisplayName="Clean up" Path="[Path.Combine(logFolder, &quot;list.csv&quot;)]" />',
        '<ui:StartProcess FileName="cmd.exe" Arguments="/c dir C:\\Robots\\Logs\\*.*" /><ui:InvokePowerShell CommandText="Get-ChildItem *.log | Select-Object Name; Remove-Item old.csv" />',
        // Written, not deleted.
        '<ui:AppendLine DisplayName="Note" FileName="C:\\Robots\\today.log" Text="deleted" />',
      ],
    },
    'power-automate': {
      bad: [flow('DeleteRecord', 'flowruns'), flow('DeleteRecord', 'audits'), deletion('/Robots/today.log')],
      good: [
        flow('DeleteRecord', 'accounts'),
        flow('ListRecords', 'flowruns'),
        flow('DeleteRecord', 'auditplans'),
        deletion('/Robots/today.xlsx'),
      ],
    },
    'automation-anywhere': {
      bad: [
        bot('File', 'deleteFiles', 'filePath', '{"type": "STRING", "expression": "$sFolder$\\\\run.log"}'),
        bot('Application', 'runApp', 'parameters', '{"type": "STRING", "string": "/c wevtutil cl Security"}'),
        runApp('wevtutil.exe', 'cl Security'),
      ],
      good: [
        bot('File', 'deleteFiles', 'filePath', '{"type": "STRING", "expression": "$sFolder$\\\\run.csv"}'),
        bot('File', 'copyFiles', 'filePath', '{"type": "STRING", "string": "C:\\\\Robots\\\\run.log"}'),
        bot('Application', 'runApp', 'parameters', '{"type": "STRING", "string": "/c wevtutil qe Security"}'),
        // The same words for another program.
        runApp('C:\\\\Tools\\\\orders.exe', 'cl Security'),
      ],
    },
    'blue-prism': {
      bad: [
        action(FILES, 'Delete File', '[Folder] &amp; &quot;\\robot.log&quot;'),
        action(QUEUES, 'Delete Processed Items', '&quot;Invoices&quot;'),
        start('wevtutil', 'cl Application'),
        '<stage stageid="c" name="Clean Up" type="Code"><onsuccess>end</onsuccess><code><![CDATA[Shell("cmd /c del C:\\Robots\\*.log")]]></code></stage>',
      ],
      good: [
        action(FILES, 'Delete File', '[Folder] &amp; &quot;\\robot.pdf&quot;'),
        action(QUEUES, 'Get Completed Items', '&quot;Invoices&quot;'),
        start('wevtutil', 'qe Application'),
        action(FILES, 'Delete File', '&quot;C:\\Robots\\Catalog&quot;'),
        `<stage stageid="c" name="Clean Up" type="Code"><onsuccess>end</onsuccess><code><![CDATA[Dim a = 1\n' File.Delete("today.log")]]></code></stage>`,
      ],
    },
  },
  level: 'activity',
  // In the operation, or in the code.
  words: ['delete', 'remove', 'erase', ...LOG_REMOVAL_WORDS],
  check(activity) {
    const found = removal(activity);
    return found === undefined
      ? []
      : [{ at: found.at, message: `"${activity.name}" deletes ${found.what}.` }];
  },
});
