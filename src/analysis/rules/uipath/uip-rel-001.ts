/** A catch that does nothing with the exception. */
import { parentOf, propertyOf } from '../../model/navigate.ts';
import { defineRule } from '../../model/rule.ts';
import { isCleanUp } from '../../patterns/uipath/clean-up.ts';
import { stepsIn } from '../../patterns/uipath/steps-in.ts';

export const rule = defineRule({
  id: 'UIP-REL-001',
  version: 2,
  title: 'Empty catch block',
  platforms: ['uipath'],
  category: 'reliability',
  severity: 'high',
  confidence: 'high',
  kind: 'issue',
  preset: 'recommended',
  why: 'The failure disappears: the process goes on with missing or wrong data, the job ends as successful, and nobody can tell later what happened.',
  fix: 'In the Catches section of the Try Catch, log the exception with "Log Message" (level Error, exception.Message and exception.Source) and add "Rethrow", or handle it for real. If the failure is harmless, catch only its own exception type and log why it may be ignored.',
  compliance: ['ERR'],
  controls: ['CWE-390'],
  options: {},
  level: 'activity',
  roles: ['catch'],
  *check(activity, { workflow }) {
    if (stepsIn(workflow, activity).next().done !== true) return;
    const type = propertyOf(activity, 'TypeArguments')?.text ?? 'every exception';
    const outer = parentOf(workflow, activity);
    const what = `"${outer?.name ?? activity.name}" catches ${type} and does nothing with it.`;
    const problem = { at: activity, subject: type };
    if (outer !== undefined && isCleanUp(workflow, outer))
      yield { ...problem, severity: 'low', message: `${what} It holds only clean-up, pictures or logs.` };
    else yield { ...problem, message: what };
  },
  examples: {
    uipath: {
      bad: [
        `<TryCatch DisplayName="Close the browser"><TryCatch.Try><ui:CloseBrowser /></TryCatch.Try><TryCatch.Catches>
  <Catch x:TypeArguments="s:Exception"><ActivityAction x:TypeArguments="s:Exception">
    <ActivityAction.Argument><DelegateInArgument x:TypeArguments="s:Exception" Name="exception" /></ActivityAction.Argument>
  </ActivityAction></Catch></TryCatch.Catches></TryCatch>`,
        `<TryCatch><TryCatch.Catches><Catch x:TypeArguments="s:Exception"><ActivityAction x:TypeArguments="s:Exception">
  <Sequence DisplayName="Ignore"><ui:Comment Text="cannot happen" />
    <ui:CommentOut><ui:CommentOut.Body><Sequence><Rethrow /></Sequence></ui:CommentOut.Body></ui:CommentOut></Sequence>
</ActivityAction></Catch></TryCatch.Catches></TryCatch>`,
        `<TryCatch><TryCatch.Catches><Catch x:TypeArguments="s:Exception"><ActivityAction x:TypeArguments="s:Exception">
  <If Condition="[retry]"><If.Then><Sequence /></If.Then></If></ActivityAction></Catch></TryCatch.Catches></TryCatch>`,
      ],
      good: [
        `<TryCatch><TryCatch.Catches><Catch x:TypeArguments="s:Exception"><ActivityAction x:TypeArguments="s:Exception">
  <Sequence><ui:LogMessage Level="Error" Message="[exception.Message]" /><Rethrow /></Sequence>
</ActivityAction></Catch></TryCatch.Catches></TryCatch>`,
        `<TryCatch><TryCatch.Try><ui:CloseBrowser /></TryCatch.Try><TryCatch.Finally><Sequence /></TryCatch.Finally></TryCatch>`,
        // Near miss: the retry around it needs the exception.
        `<TryCatch><TryCatch.Catches><Catch x:TypeArguments="s:Exception"><ActivityAction x:TypeArguments="s:Exception">
  <Rethrow /></ActivityAction></Catch></TryCatch.Catches></TryCatch>`,
      ],
    },
  },
});
