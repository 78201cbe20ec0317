/** A workflow invokes a file that the project lacks. */
import { defineRule } from '../../model/rule.ts';

const PROJECT =
  '-- project.json --\n{"name":"Orders","main":"Main.xaml","dependencies":{},"projectVersion":"1.0.0"}\n';

export const rule = defineRule({
  id: 'UIP-REL-010',
  version: 2,
  title: 'Invoked workflow is missing',
  platforms: ['uipath'],
  category: 'reliability',
  severity: 'high',
  confidence: 'high',
  kind: 'issue',
  preset: 'recommended',
  why: 'The robot stops with an error as soon as it gets to this step.',
  fix: 'Add the file to the project, or correct the path in "Workflow file name".',
  compliance: ['INTEG'],
  groupBy: 'missing dependency',
  options: {},
  level: 'project',
  *check(project) {
    for (const workflow of project.workflows) {
      for (const call of workflow.calls) {
        const callee = project.calleeOf(workflow, call);
        if (callee.status !== 'missing') continue;
        yield {
          in: workflow,
          at: call,
          subject: callee.what,
          group: callee.what.replaceAll('\\', '/').toLowerCase(),
          message: `"${call.step}" invokes "${callee.what}", which is not in the project.`,
        };
      }
    }
  },
  examples: {
    uipath: {
      bad: [
        `${PROJECT}-- Main.xaml --\n<ui:InvokeWorkflowFile DisplayName="Load orders" WorkflowFileName="Steps\\Load.xaml" />`,
        `${PROJECT}-- Main.xaml --\n<ui:InvokeWorkflowFile WorkflowFileName="Load.xaml" />\n-- Steps/Load.xaml --\n<WriteLine Text="a" />`,
        // One missing file in three places of two workflows, however the path is written.
        `${PROJECT}-- Main.xaml --\n<ui:InvokeWorkflowFile WorkflowFileName="Steps\\Load.xaml" /><ui:InvokeWorkflowFile WorkflowFileName="steps/load.xaml" />\n-- Other.xaml --\n<ui:InvokeWorkflowFile WorkflowFileName="Steps\\Load.xaml" />`,
        {
          text: `${PROJECT}-- Main.xaml --\n<ui:InvokeWorkflowFile WorkflowFileName="Load.xaml" /><ui:InvokeWorkflowFile WorkflowFileName="Save.xaml" />`,
          findings: 2,
        },
        // Two projects that lack a file of one name each have to be fixed.
        {
          text: `${PROJECT.replace('project', 'A/project')}-- A/Main.xaml --\n<ui:InvokeWorkflowFile WorkflowFileName="Load.xaml" />\n${PROJECT.replace('project', 'B/project')}-- B/Main.xaml --\n<ui:InvokeWorkflowFile WorkflowFileName="Load.xaml" />`,
          findings: 2,
        },
      ],
      good: [
        `${PROJECT}-- Main.xaml --\n<ui:InvokeWorkflowFile WorkflowFileName="Steps\\Load.xaml" />\n-- Steps/Load.xaml --\n<WriteLine Text="a" />`,
        // Chosen at run time, on the robot's disk, and switched off.
        `${PROJECT}-- Main.xaml --\n<ui:InvokeWorkflowFile WorkflowFileName="[path]" /><ui:InvokeWorkflowFile WorkflowFileName="C:\\Shared\\Log.xaml" /><ui:CommentOut><ui:CommentOut.Body><Sequence><ui:InvokeWorkflowFile WorkflowFileName="Old.xaml" /></Sequence></ui:CommentOut.Body></ui:CommentOut>`,
        // An umlaut of two characters, as archives of macOS have it, and escapes of packages.
        `${PROJECT}-- Main.xaml --\n<ui:InvokeWorkflowFile WorkflowFileName="\u00dcbersicht.xaml" /><ui:InvokeWorkflowFile WorkflowFileName="\u00c4nderung [1].xaml" />\n-- U\u0308bersicht.xaml --\n<WriteLine Text="a" />\n-- %C3%84nderung%20%5B1%5D.xaml --\n<WriteLine Text="b" />`,
        // Near misses: another letter case, and a file that is there without being a workflow that is read.
        `${PROJECT}-- Main.xaml --\n<ui:InvokeWorkflowFile WorkflowFileName="steps/LOAD.xaml" /><ui:InvokeWorkflowFile WorkflowFileName="Check.cs" />\n-- Steps/Load.xaml --\n<WriteLine Text="a" />\n-- Check.cs --\nclass Check {}`,
      ],
    },
  },
});
