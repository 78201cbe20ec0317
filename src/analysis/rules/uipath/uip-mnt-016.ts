/** A workflow decides at run time which workflow or process it starts. */
import { defineRule } from '../../model/rule.ts';
import type { Expression } from '../../model/workflow.ts';
import { matchesWildcard } from '../../patterns/wildcard.ts';
import { lastName } from '../../semantics/callee.ts';
import { walk } from '../../semantics/visit.ts';

/** Returns the first names that an expression mentions, as the author writes them. */
function writtenNames({ mentions, tree }: Expression): string[] {
  const names = Array.from(walk(tree), lastName);
  return mentions
    .slice(0, 3)
    .map((key) => names.find((name) => name === key || name?.toLowerCase() === key) ?? key);
}

export const rule = defineRule({
  id: 'UIP-MNT-016',
  version: 1,
  title: 'Dynamic invoke target',
  platforms: ['uipath'],
  category: 'maintainability',
  severity: 'medium',
  confidence: 'high',
  kind: 'issue',
  preset: 'recommended',
  why: 'Nobody can tell which workflow runs here: Studio and this check stop at this point, a missing file shows only at run time, and whoever controls the value controls what runs.',
  fix: 'Use a Switch on the value, with one "Invoke Workflow File" for each known workflow and a Default that throws.',
  compliance: ['MAINT'],
  controls: ['CWE-470'],
  // The catalogue names a regular expression; a pattern with `*` does the same without the risk of a slow one.
  options: {
    allowPattern: {
      default: '',
      about: 'Wildcard of the computed file names that are accepted; empty: none.',
      stricter: 'equal',
    },
  },
  level: 'call',
  *check(call, { workflow, options }) {
    if (call.target !== undefined) return;
    const activity = workflow.activities[call.owner]!;
    const { expression, name } = activity.properties.find(({ at }) => at === call.at)!;
    // A path that is joined from fixed pieces is known.
    if (expression === undefined || expression.mentions.length === 0) return;
    if (options.allowPattern !== '' && matchesWildcard(expression.text, options.allowPattern)) return;
    yield {
      at: { at: call.at, owner: call.owner, name },
      message: `"${call.name}" computes what it starts from "${writtenNames(expression).join('", "')}".`,
      subject: name,
    };
  },
  examples: {
    uipath: {
      bad: [
        '<ui:InvokeWorkflowFile DisplayName="Run step" WorkflowFileName="[in_Config(&quot;Step&quot;).ToString]" />',
        `<ui:InvokeWorkflowFile><ui:InvokeWorkflowFile.WorkflowFileName><InArgument x:TypeArguments="x:String">
  <CSharpValue x:TypeArguments="x:String">"Framework\\\\" + name + ".xaml"</CSharpValue>
</InArgument></ui:InvokeWorkflowFile.WorkflowFileName></ui:InvokeWorkflowFile>`,
      ],
      good: [
        '<ui:InvokeWorkflowFile WorkflowFileName="Framework\\InitAllSettings.xaml" />',
        `<ui:InvokeWorkflowFile><ui:InvokeWorkflowFile.WorkflowFileName><InArgument x:TypeArguments="x:String">
  <CSharpValue x:TypeArguments="x:String">"Framework\\\\Init.xaml"</CSharpValue></InArgument></ui:InvokeWorkflowFile.WorkflowFileName></ui:InvokeWorkflowFile>`,
        // Near miss: joined, but from fixed pieces.
        '<ui:InvokeWorkflowFile WorkflowFileName="[&quot;Framework\\&quot; + &quot;Init.xaml&quot;]" />',
      ],
    },
  },
});
