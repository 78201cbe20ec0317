/** A path in a workflow that exists on one machine or in one profile alone. */
import { literalOf } from '../../model/navigate.ts';
import { defineRule } from '../../model/rule.ts';
import { shownPlace } from '../../patterns/texts/shown-place.ts';
import { isPathOfOneMachine } from '../../semantics/local-path.ts';

// A default of an argument is where such a path belongs: callers and the Orchestrator replace it.
export const rule = defineRule({
  id: 'UIP-CFG-001',
  version: 2,
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
  level: 'activity',
  words: [':\\', ':/', '\\\\'],
  *check(activity) {
    for (const property of activity.properties) {
      if (property.direction === 'out') continue;
      const path = (literalOf(property) ?? '').trim();
      if (!isPathOfOneMachine(path)) continue;
      yield {
        at: property,
        subject: property.name,
        message: `"${activity.name}" names a path of one machine in "${property.name}": ${shownPlace(path)}.`,
      };
    }
  },
  examples: {
    uipath: {
      bad: [
        String.raw`<ui:ReadTextFile FileName="D:\Robot\Orders\list.txt" />`,
        String.raw`<ui:CreateDirectory Path="[&quot;C:\Users\jane\Reports&quot;]" />`,
        String.raw`<ui:ReadTextFile FileName="\\filer01\orders\list.txt" />`,
      ],
      good: [
        String.raw`<ui:ReadTextFile FileName="[in_Config(&quot;OrderFolder&quot;).ToString + &quot;\list.txt&quot;]" />`,
        String.raw`<ui:ReadTextFile FileName="Data\Config.xlsx" />`,
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
