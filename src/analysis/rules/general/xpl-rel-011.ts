/** Finds guarded parts whose errors nothing handles. */
import { childrenOf, isLive } from '../../model/navigate.ts';
import { defineRule } from '../../model/rule.ts';
import type { Activity, Workflow } from '../../model/workflow.ts';

const TRIES: readonly string[] = ['TryCatch', 'ErrorHandler/try'];
/** Roles of steps that hardly fail. */
const SAFE: ReadonlySet<Activity['role']> = new Set(['comment', 'assign', 'message', 'delay', 'log']);
const CONTAINERS: ReadonlySet<Activity['role']> = new Set(['sequence', 'branch', 'loop', 'try', 'finally']);

const isCaught = (parts: readonly Activity[]): boolean =>
  parts.some(({ role, enabled }) => role === 'catch' && enabled);

/** Returns whether a step, or one in it, may fail without a handler of its own. */
function mayFail(workflow: Workflow, activity: Activity): boolean {
  if (!isLive(activity) || SAFE.has(activity.role)) return false;
  if (!CONTAINERS.has(activity.role)) return true;
  const inside = childrenOf(workflow, activity);
  return !isCaught(inside) && inside.some((inner) => mayFail(workflow, inner));
}

/** Returns whether a step does something, itself or in the containers in it. */
function hasEffect(workflow: Workflow, activity: Activity): boolean {
  if (!isLive(activity) || activity.role === 'comment') return false;
  if (activity.role !== 'sequence' && activity.role !== 'finally') return true;
  return childrenOf(workflow, activity).some((inner) => hasEffect(workflow, inner));
}

const xaml = (parts: string): string =>
  `<TryCatch DisplayName="Post invoice"><TryCatch.Try><ui:InvokeWorkflowFile WorkflowFileName="Post.xaml" /></TryCatch.Try>${parts}</TryCatch>`;
const bot = (branches: string, children = '{"commandName": "runTask", "packageName": "TaskBot"}'): string =>
  `{"commandName": "try", "packageName": "ErrorHandler", "children": [${children}], "branches": [${branches}]}`;
const branch = (name: string, inside = '', disabled = false): string =>
  `{"commandName": "${name}", "packageName": "ErrorHandler", "disabled": ${disabled}, "children": [${inside}]}`;
const LOG = '{"commandName": "logToFile", "packageName": "LogToFile"}';

export const rule = defineRule({
  id: 'XPL-REL-011',
  version: 1,
  title: 'Try without a handler',
  platforms: ['uipath', 'automation-anywhere'],
  category: 'reliability',
  severity: 'medium',
  confidence: 'high',
  kind: 'issue',
  preset: 'recommended',
  why: 'The part looks as if its errors were taken care of, but each of them goes on as it would without the Try: the run ends in the middle, and nothing is logged or put in order.',
  fix: 'Add a Catch that logs the error and decides what happens next, or remove the Try if the errors are meant to go to the caller.',
  compliance: ['ERR'],
  controls: ['CWE-391'],
  options: {},
  level: 'activity',
  types: TRIES,
  *check(activity, { workflow }) {
    const parts = childrenOf(workflow, activity);
    if (isCaught(parts)) return;
    const last = parts.filter(({ role, slot }) => role === 'finally' || slot === 'Finally');
    if (last.some((part) => hasEffect(workflow, part))) return;
    if (!parts.some((part) => !last.includes(part) && mayFail(workflow, part))) return;
    yield {
      at: activity,
      message: `No error in "${activity.name}" is caught, and nothing is done behind it.`,
    };
  },
  examples: {
    uipath: {
      bad: [xaml(''), xaml('<TryCatch.Finally><Sequence /></TryCatch.Finally>')],
      good: [
        xaml(
          '<TryCatch.Catches><Catch x:TypeArguments="s:Exception"><ActivityAction x:TypeArguments="s:Exception"><ui:LogMessage /></ActivityAction></Catch></TryCatch.Catches>',
        ),
        xaml('<TryCatch.Finally><ui:CloseBrowser /></TryCatch.Finally>'),
        // Near miss: an empty catch is another fault.
        xaml('<TryCatch.Catches><Catch x:TypeArguments="s:Exception" /></TryCatch.Catches>'),
      ],
    },
    'automation-anywhere': {
      bad: [bot(''), bot(branch('finally')), bot(branch('catch', LOG, true))],
      good: [
        bot(branch('catch', LOG)),
        bot(branch('finally', LOG)),
        // Near misses: an empty catch is another fault, nothing could fail, and an inner Try has the handler.
        bot(branch('catch')),
        bot('', '{"commandName": "Comment", "packageName": "Comment"}'),
        bot('', bot(branch('catch', LOG))),
      ],
    },
  },
});
