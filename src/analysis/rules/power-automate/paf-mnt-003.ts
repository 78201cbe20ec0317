/** A variable that is initialised, perhaps set, and never read. */
import { defineRule } from '../../model/rule.ts';
import { writesOf } from '../../patterns/power-automate/flow-writes.ts';
import { unreadVariables } from '../../patterns/power-automate/unread-variables.ts';

export const rule = defineRule({
  id: 'PAF-MNT-003',
  version: 1,
  title: 'Unused variable',
  platforms: ['power-automate'],
  category: 'maintainability',
  severity: 'low',
  confidence: 'high',
  kind: 'issue',
  preset: 'recommended',
  why: 'Readers look for a purpose that it does not have, and every action that fills it costs time and a request.',
  fix: 'Delete the variable: first the actions that set or append to it, then the "Initialize variable" action. If it was meant to be used, insert it as dynamic content where its value belongs.',
  compliance: ['MAINT'],
  controls: ['CWE-563'],
  options: {},
  level: 'workflow',
  wants: 'variables',
  *check(workflow) {
    const unread = unreadVariables(workflow);
    if (unread.size === 0) return;
    const written = new Set(writesOf(workflow).map(({ key }) => key));
    for (const variable of workflow.variables) {
      if (!unread.has(variable.key)) continue;
      const how = written.has(variable.key) ? 'is set but never read' : 'is never used';
      yield { at: variable, subject: variable.name, message: `The variable "${variable.name}" ${how}.` };
    }
  },
  examples: {
    'power-automate': {
      bad: [
        `"Init": {"type": "InitializeVariable", "inputs": {"variables": [{"name": "total", "type": "integer"}]}}`,
        `"Init": {"type": "InitializeVariable", "inputs": {"variables": [{"name": "total", "type": "integer"}]}},
         "Add": {"type": "IncrementVariable", "inputs": {"name": "total", "value": 1}, "runAfter": {"Init": ["Succeeded"]}}`,
      ],
      good: [
        `"Init": {"type": "InitializeVariable", "inputs": {"variables": [{"name": "total", "type": "integer"}]}},
         "Show": {"type": "Compose", "inputs": "@variables(outputs('Which'))", "runAfter": {"Init": ["Succeeded"]}}`,
        `"Init": {"type": "InitializeVariable", "inputs": {"variables": [{"name": "Total", "type": "integer"}]}},
         "Show": {"type": "Compose", "inputs": "Sum: @{VARIABLES('total')}", "runAfter": {"Init": ["Succeeded"]}}`,
        // Near miss: an environment variable is declared in one file and read in others.
        `-- solution.xml --
<ImportExportXml><SolutionManifest><UniqueName>Orders</UniqueName><MissingDependencies /></SolutionManifest></ImportExportXml>
-- customizations.xml --
<ImportExportXml><Workflows /></ImportExportXml>
-- Workflows/Load-11111111-2222-3333-4444-555555555555.json --
{"parameters": {"Site (new_Site)": {"type": "String", "metadata": {"schemaName": "new_Site"}}},
 "actions": {"Show": {"type": "Compose", "inputs": "@parameters('Site (new_Site)')"}}}
-- environmentvariabledefinitions/new_Site/environmentvariabledefinition.xml --
<environmentvariabledefinition schemaname="new_Site"><displayname default="Site" /><type>100000000</type></environmentvariabledefinition>`,
        // Near miss: read only where the name of a member is computed.
        `"Init": {"type": "InitializeVariable", "inputs": {"variables": [{"name": "total", "type": "integer"}]}},
         "Map": {"type": "Select", "inputs": {"from": [1], "select": {"@{variables('total')}": "@item()"}}}`,
      ],
    },
  },
});
