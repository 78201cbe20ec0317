/** A catch of every exception that writes at most a line of low level. */
import { literalOf, parentOf, propertyOf } from '../../model/navigate.ts';
import { defineRule } from '../../model/rule.ts';
import type { Activity } from '../../model/workflow.ts';
import { stepsIn } from '../../patterns/uipath/steps-in.ts';

/** Levels that production does not keep, or where lines about failures drown. */
const LOW_LEVEL = /^(?:trace|verbose|info)$/i;

/** Returns whether a step neither reports a failure nor changes what follows. */
function isQuiet(step: Activity): boolean {
  if (step.type !== 'LogMessage') return step.type === 'WriteLine' || step.type === 'Delay';
  const level = propertyOf(step, 'Level');
  return level === undefined || LOW_LEVEL.test(literalOf(level) ?? '');
}

const attempt = (steps: string, type = 's:Exception'): string =>
  `<TryCatch DisplayName="Read the assets"><TryCatch.Try><ui:ReadRange SheetName="Assets" /></TryCatch.Try><TryCatch.Catches>
  <Catch x:TypeArguments="${type}"><ActivityAction x:TypeArguments="${type}">
    <ActivityAction.Argument><DelegateInArgument x:TypeArguments="${type}" Name="exception" /></ActivityAction.Argument>
    <Sequence>${steps}</Sequence></ActivityAction></Catch></TryCatch.Catches></TryCatch>`;

export const rule = defineRule({
  id: 'UIP-REL-002',
  version: 1,
  title: 'Generic exception swallowed',
  platforms: ['uipath'],
  category: 'reliability',
  severity: 'medium',
  confidence: 'high',
  kind: 'issue',
  preset: 'recommended',
  why: 'A locked file and a changed window end here like the failure that the author thought of: the process goes on without the data, and no line of level Warn or above says so.',
  fix: 'Catch the exception type that may be ignored and nothing else. For all others log at level Error with exception.Message and exception.Source, then add "Rethrow" or set a status that a later step reads.',
  compliance: ['ERR'],
  controls: ['CWE-396'],
  options: {},
  level: 'activity',
  roles: ['catch'],
  *check(activity, { workflow }) {
    const type = propertyOf(activity, 'TypeArguments')?.text ?? 'System.Exception';
    if (type !== 'System.Exception') return;
    const steps = [...stepsIn(workflow, activity)];
    // Without any step it is an empty catch, which UIP-REL-001 reports.
    if (steps.length === 0 || !steps.every(isQuiet)) return;
    yield {
      at: activity,
      subject: type,
      message: `"${parentOf(workflow, activity)?.name ?? activity.name}" catches every exception, and "${steps[0]!.name}" is all that happens then.`,
    };
  },
  examples: {
    uipath: {
      bad: [
        attempt('<ui:LogMessage Level="Trace" Message="No assets defined for the process" />'),
        attempt('<WriteLine Text="[exception.Message]" /><Delay Duration="00:00:05" />'),
      ],
      good: [
        attempt('<ui:LogMessage Level="Warn" Message="[exception.Message]" />'),
        attempt('<ui:LogMessage Level="Info" Message="No assets" /><Rethrow />'),
        // Near misses: a later step reads what is set here, and a type of its own is caught.
        attempt(
          '<ui:LogMessage Level="Trace" Message="No assets" /><Assign><Assign.To><OutArgument x:TypeArguments="x:Boolean">[found]</OutArgument></Assign.To><Assign.Value><InArgument x:TypeArguments="x:Boolean">False</InArgument></Assign.Value></Assign>',
        ),
        attempt('<ui:LogMessage Level="Trace" Message="No assets" />', 'ui:SelectorNotFoundException'),
      ],
    },
  },
});
