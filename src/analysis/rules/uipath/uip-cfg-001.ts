/** A path in a workflow that exists on one machine or in one profile alone. */

import { literalOf } from '../../model/navigate.ts';
import { defineRule } from '../../model/rule.ts';
import type { Value } from '../../model/workflow.ts';
import { readValue } from '../../patterns/texts/read-value.ts';
import { shownPlace } from '../../patterns/texts/shown-place.ts';
import { isCallOf } from '../../semantics/callee.ts';
import { piecesOf } from '../../semantics/joined.ts';
import { isPathOfOneMachine } from '../../semantics/local-path.ts';

/** The beginning of a joined path, when its folder or server is complete in it. */
const COMPLETE = /^\s*(?:[a-z]:[\\/][^\\/]+[\\/]|\\\\[^\\]+\\)/i;

/** Returns the fixed path in a value: all of it, or what it begins with. */
function pathIn(value: Value): string | undefined {
  const literal = literalOf(value);
  if (literal !== undefined || value.expression === undefined) return literal;
  let [first] = piecesOf(value.expression.tree);
  let end = '';
  if (first !== undefined && (isCallOf(first, 'combine') || isCallOf(first, 'format'))) {
    end = isCallOf(first, 'combine') ? '\\' : '';
    first = first.args[0]?.value;
  }
  if (first?.kind !== 'literal') return undefined;
  return COMPLETE.test(first.value + end) ? first.value : undefined;
}

// A default of an argument is where such a path belongs: callers and the Orchestrator replace it.
export const rule = defineRule({
  id: 'UIP-CFG-001',
  version: 3,
  title: 'Absolute or user-profile path',
  platforms: ['uipath'],
  category: 'configuration',
  severity: 'medium',
  confidence: 'high',
  kind: 'issue',
  preset: 'recommended',
  why: 'The workflow fails on every other robot and for every other user, in production first of all.',
  fix: 'Read the folder from the configuration file or an Orchestrator asset, make it an argument, or begin the path with Environment.GetFolderPath.',
  compliance: ['CONFIG'],
  options: {},
  level: 'text',
  words: [':\\', ':/', '\\\\'],
  *check(text, { workflow }) {
    const value = readValue(workflow, text);
    const path = value === undefined ? undefined : pathIn(value)?.trim();
    if (path === undefined || !isPathOfOneMachine(path)) return;
    const message =
      text.kind === 'default'
        ? `The default of "${text.name}" is a path of one machine: ${shownPlace(path)}.`
        : `"${workflow.activities[text.owner]!.name}" names a path of one machine in "${text.name}": ${shownPlace(path)}.`;
    yield { at: text, subject: text.name, message };
  },
  examples: {
    uipath: {
      bad: [
        String.raw`<ui:ReadTextFile FileName="D:\Robot\Orders\list.txt" />`,
        String.raw`<ui:CreateDirectory Path="[&quot;C:\Users\jane\Reports&quot;]" />`,
        String.raw`<ui:ReadTextFile FileName="\\filer01\orders\list.txt" />`,
        String.raw`<ui:ReadTextFile FileName="[&quot;D:\Robot\Orders\&quot; + in_Name + &quot;.txt&quot;]" />`,
        String.raw`<ui:ReadTextFile FileName="[Path.Combine(&quot;C:\Users\jane\Orders&quot;, in_Name)]" />`,
        String.raw`<Variable x:TypeArguments="x:String" Name="folder" Default="C:\Users\jane\Orders" /><ui:CreateDirectory Path="[folder]" />`,
      ],
      good: [
        String.raw`<ui:ReadTextFile FileName="[in_Config(&quot;OrderFolder&quot;).ToString + &quot;\list.txt&quot;]" />`,
        String.raw`<ui:ReadTextFile FileName="Data\Config.xlsx" />`,
        String.raw`this:Main.in_Folder="D:\Orders"<x:Property Name="in_Folder" Type="InArgument(x:String)" /><ui:CreateDirectory Path="[in_Folder]" />`,
        String.raw`<ui:CreateDirectory Path="[&quot;C:\Users\&quot; + in_User + &quot;\Orders&quot;]" />`,
        // Near misses: a folder of every machine, a route of a service, and a text that only mentions a path.
        String.raw`<ui:StartProcess FileName="C:\Windows\System32\notepad.exe" />`,
        '<ui:HttpClient EndPoint="/users/get/orders" />',
        String.raw`<ui:LogMessage Message="[&quot;Looked into C:\Users\jane\Orders&quot;]" />`,
        '<ui:HttpClient EndPoint="https://graph.example/users/jane/mails" />',
        '<ui:HttpClient EndPoint="users/jane/mails" />',
      ],
    },
  },
});
