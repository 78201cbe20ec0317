/** A value that cannot be written to disk is in scope where the job is suspended. */
import { ancestorsOf, isLive } from '../../model/navigate.ts';
import { defineRule } from '../../model/rule.ts';
import { isUnderNoPersist, isWait } from '../../patterns/uipath/long-running.ts';

const PROJECT =
  '-- project.json --\n{"name":"Orders","main":"Main.xaml","dependencies":{},"runtimeOptions":{"supportsPersistence":true}}\n-- Main.xaml --\n';
const WAIT = '<ui:WaitForFormTaskAndResume DisplayName="Wait for approval" />';

export const rule = defineRule({
  id: 'UIP-REL-027',
  version: 1,
  title: 'Non-serialisable state in a persistence workflow',
  platforms: ['uipath'],
  category: 'reliability',
  severity: 'high',
  confidence: 'medium',
  kind: 'issue',
  preset: 'recommended',
  why: 'A suspended job is written to disk with everything in scope. A window, a connection or a secure text cannot be, so the job fails when it is to sleep.',
  fix: 'Declare the variable in the scope that needs it, or keep that part in a No Persist Scope.',
  compliance: ['INTEG'],
  options: {
    types: {
      default: [
        'UiElement',
        'Browser',
        'Window',
        'SecureString',
        'DatabaseConnection',
        'DbConnection',
        'MailMessage',
        'Image',
        'WorkbookApplication',
      ] as readonly string[],
      about: 'Types whose values cannot be stored while a workflow waits.',
      stricter: 'longer',
    },
  },
  level: 'project',
  *gather(workflow) {
    const waits = workflow.activities.filter(
      (activity) => isWait(activity) && isLive(activity) && !isUnderNoPersist(workflow, activity),
    );
    if (waits.length === 0) return;
    const scopes = new Set(
      waits.flatMap((wait) => [...ancestorsOf(workflow, wait)].map(({ index }) => index)),
    );
    for (const symbol of [...workflow.arguments, ...workflow.variables])
      if (symbol.owner === -1 || scopes.has(symbol.owner)) yield { at: symbol, text: symbol.type };
  },
  *check(subject, { options }) {
    for (const { at, text, in: workflow } of subject.clues) {
      if (!options.types.includes(text)) continue;
      const message = `"${at.name}" is of type ${text} and in scope where the job is suspended.`;
      yield { in: workflow, at, subject: at.name, message };
    }
  },
  examples: {
    uipath: {
      bad: [
        `${PROJECT}<Variable x:TypeArguments="ss:SecureString" Name="secret" />${WAIT}`,
        `${PROJECT}<x:Property Name="in_Window" Type="InArgument(ui:Window)" />${WAIT}`,
      ],
      good: [
        `${PROJECT}<Variable x:TypeArguments="x:String" Name="text" />${WAIT}`,
        `${PROJECT}<Variable x:TypeArguments="ss:SecureString" Name="secret" /><WriteLine Text="a" />`,
        // Near miss: gone before the job is suspended.
        `${PROJECT}<Sequence><Sequence.Variables><Variable x:TypeArguments="ss:SecureString" Name="secret" /></Sequence.Variables></Sequence>${WAIT}`,
      ],
    },
  },
});
