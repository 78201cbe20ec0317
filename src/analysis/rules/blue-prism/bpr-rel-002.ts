/** Finds exceptions that are caught, resumed and dropped. */

import { derived } from '../../model/interning/derived.ts';
import { parentOf } from '../../model/navigate.ts';
import { defineRule } from '../../model/rule.ts';
import type { Activity, Transition, Workflow } from '../../model/workflow.ts';
import { storesUnread } from '../../patterns/blue-prism/read-items.ts';
import { blockFacts, ENDS_BY_FORCE, stageNamesOf } from '../../patterns/blue-prism/recovered-block.ts';
import { stagesOf } from '../../patterns/blue-prism/stages.ts';
import { type Spend, stepLimit } from '../../patterns/work-limit.ts';
import { flowOf } from '../../semantics/flow/flow-of.ts';
import { FORWARD } from '../../semantics/flow/graph.ts';
import { outgoingOf } from '../../semantics/flow/links.ts';
import { pageName, pagesOf } from '../../semantics/flow/pages.ts';
import { reachedFrom } from '../../semantics/flow/search.ts';

/** Roles of stages that report the exception or decide by it. An assignment may set the success flag. */
const REPORTING_ROLES = new Set<Activity['role']>([
  'throw',
  'terminate',
  'log',
  'email',
  'message',
  'queue',
  'assign',
]);
const REPORTING_WORDS =
  /log|mark|alert|notif|mail|error|exception|fail|report|message|status|retry|record|handle|recover|audit|screenshot/i;
/** Stages visited in one workflow: thousands of Recover stages before one long path would take too long. */
const LOOKS_MAX = 2_000_000;
/** Stages that only lead to the next one. */
const SILENT = new Set(['Recover', 'Resume', 'Anchor', 'Note']);

/** Functions that read the exception; a stage that takes one of them as input passes it on. */
const READS_EXCEPTION = /\bException(?:Type|Detail|Stage)\s*\(/i;

function isReport(workflow: Workflow, activity: Activity): boolean {
  if (storesUnread(workflow, activity)) return false;
  if (REPORTING_ROLES.has(activity.role) || activity.role === 'script') return true;
  if (SILENT.has(activity.type)) return false;
  return (
    REPORTING_WORDS.test(activity.name) ||
    activity.properties.some(
      ({ direction, expression }) =>
        direction === 'in' && expression !== undefined && READS_EXCEPTION.test(expression.text),
    )
  );
}

/** Creates the report flags by activity, cached because many recoveries may lead through one stage. */
const reportFlags = derived(({ activities }: Workflow): (boolean | undefined)[] =>
  activities.map(() => undefined),
);

function reports(workflow: Workflow, activity: Activity): boolean {
  return (reportFlags(workflow)[activity.index] ??= isReport(workflow, activity));
}

/** Returns the data items of type flag: an End stage that returns one reports the outcome to the caller. */
function flagKeys(workflow: Workflow): ReadonlySet<string> {
  return new Set(workflow.variables.filter(({ type }) => type === 'flag').map(({ key }) => key));
}

function returnsOutcome(end: Activity, flags: ReadonlySet<string>): boolean {
  return end.properties.some(
    ({ name, expression }) =>
      name.startsWith('outputs.') &&
      (/success|error|exception|message|status|result/i.test(name) ||
        expression?.mentions.some((key) => flags.has(key)) === true),
  );
}

/** Stages that only pass time on the way back to the failed block, and the limit of them. */
const WAITING = new Set(['WaitStart', 'WaitEnd', 'Anchor', 'Note']);
const WAITS_MAX = 12;

/**
 * Returns whether a recovery retries: it resumes just before the block that failed, with at most waits between.
 * The end of a loop and a work queue lead to the next item instead.
 */
function triesAgain(
  { activities }: Workflow,
  resumedAt: Activity,
  block: Activity | undefined,
  outgoing: readonly (readonly Transition[])[],
): boolean {
  if (block?.type !== 'Block' || resumedAt.type === 'LoopEnd' || resumedAt.role === 'queue') return false;
  const queue = new Set([resumedAt.index]);
  for (const index of queue) {
    for (const { to } of outgoing[index]!) {
      const next = activities[to];
      if (next?.parent === block.index) return true;
      if (next !== undefined && WAITING.has(next.type) && queue.size < WAITS_MAX) queue.add(to);
    }
  }
  return false;
}

/**
 * Returns the End stage that a recovery reaches through Resume without a report, or undefined.
 * A path back to the block of the Recover stage is a retry, no end.
 */
function silentEnd(
  workflow: Workflow,
  recover: Activity,
  outgoing: readonly (readonly Transition[])[],
  normal: ReadonlySet<number>,
  flags: ReadonlySet<string>,
  spend: Spend,
): Activity | undefined {
  const block = parentOf(workflow, recover);
  const facts = blockFacts(workflow, block);
  if (facts.hasNothingToReport) return undefined;
  const isClosing = facts.protectsClosing;
  // Twice the index of a stage, and one more behind a Resume.
  const queue: number[] = [recover.index * 2];
  const seen = new Set<number>();
  for (let key = queue.pop(); key !== undefined; key = queue.pop()) {
    spend();
    const index = key >> 1;
    const resumed = key % 2 === 1;
    const activity = workflow.activities[index];
    if (activity === undefined || seen.has(key) || reports(workflow, activity)) continue;
    if (isClosing && ENDS_BY_FORCE.test(stageNamesOf(activity))) continue;
    seen.add(key);
    if (activity.type === 'End') {
      if (resumed && !returnsOutcome(activity, flags)) return activity;
      continue;
    }
    if (resumed && normal.has(index) && triesAgain(workflow, activity, block, outgoing)) continue;
    const isProtected = normal.has(index) && (block?.type !== 'Block' || activity.parent === block.index);
    if (isProtected && activity.index !== recover.index) continue;
    const resumes = resumed || activity.type === 'Resume' ? 1 : 0;
    for (const { to } of outgoing[index]!) if (to !== -1) queue.push(to * 2 + resumes);
  }
  return undefined;
}

/** Collects the stages that the Start stages of pages with Recover stages reach: the flow without exceptions. */
function normalFlow(workflow: Workflow, recovers: readonly Activity[]): ReadonlySet<number> {
  const pages = pagesOf(workflow);
  const wanted = new Set(recovers.map(({ index }) => pages[index]));
  const starts = stagesOf(workflow, 'Start').map(({ index }) => index);
  return reachedFrom(
    flowOf(workflow),
    starts.filter((index) => wanted.has(pages[index])),
    { kinds: FORWARD },
  );
}

const FAILING =
  '<stage stageid="a" name="Open Workbook" type="Action"><onsuccess>end</onsuccess><resource object="MS Excel VBO" action="Open Workbook"/></stage>';

/** Builds an example: stages in a block whose Recover stage resumes and ends. */
const guarded = (stages: string): string =>
  `<stage stageid="k" name="Block1" type="Block"><display x="0" y="0" w="90" h="90"/></stage>
   ${stages}
   <stage stageid="r" name="Recover1" type="Recover"><display x="60" y="60"/><onsuccess>u</onsuccess></stage>
   <stage stageid="u" name="Resume1" type="Resume"><display x="200" y="60"/><onsuccess>end</onsuccess></stage>`;

/** Builds an example: a wait in a loop, whose time-out is thrown in a block with a Recover stage. */
const timedOut = (resumeAt: string, found: string): string =>
  `<stage stageid="o" name="Each Order" type="LoopStart"><onsuccess>w</onsuccess><groupid>g</groupid></stage>
   <stage stageid="w" name="Orders Page" type="WaitStart"><groupid>h</groupid><choices><choice><name>Found</name><ontrue>${found}</ontrue></choice></choices></stage>
   <stage stageid="v" name="Time Out" type="WaitEnd"><onsuccess>x</onsuccess><groupid>h</groupid></stage>
   <stage stageid="l" name="Each Order" type="LoopEnd"><onsuccess>end</onsuccess><groupid>g</groupid></stage>
   <stage stageid="k" name="Block1" type="Block"><display x="0" y="0" w="90" h="90"/></stage>
   <stage stageid="x" name="No Page" type="Exception"><display x="30" y="30"/><exception type="System Exception" detail="&quot;No page&quot;"/></stage>
   <stage stageid="r" name="Recover1" type="Recover"><display x="60" y="60"/><onsuccess>u</onsuccess></stage>
   <stage stageid="u" name="Resume1" type="Resume"><display x="200" y="60"/><onsuccess>${resumeAt}</onsuccess></stage>`;

export const rule = defineRule({
  id: 'BPR-REL-002',
  version: 4,
  title: 'Exception swallowed',
  platforms: ['blue-prism'],
  category: 'reliability',
  severity: 'high',
  confidence: 'high',
  kind: 'issue',
  preset: 'recommended',
  why: 'The caller is told that all went well, so the item counts as done although its work was not, and nobody looks for the cause.',
  fix: 'Between Recover and Resume, keep ExceptionType() and ExceptionDetail() in data items, then log them, mark the queue item as exception or hand back a success flag; or replace Resume by an Exception stage with "Preserve the type and detail of the current exception".',
  compliance: ['ERR'],
  controls: ['CWE-390'],
  options: {},
  examples: {
    'blue-prism': {
      bad: [
        `${FAILING}
         <stage stageid="r" name="Recover1" type="Recover"><onsuccess>u</onsuccess></stage>
         <stage stageid="u" name="Resume1" type="Resume"><onsuccess>end</onsuccess></stage>`,
        // The detail goes into an item that nothing reads; the name of the stage reports nothing.
        `${FAILING}
         <stage stageid="r" name="Recover1" type="Recover"><onsuccess>m</onsuccess></stage>
         <stage stageid="m" name="Exception Log" type="Calculation"><onsuccess>u</onsuccess><calculation expression="ExceptionDetail()" stage="Detail"/></stage>
         <stage stageid="u" name="Resume1" type="Resume"><onsuccess>end</onsuccess></stage>`,
        // Closing the workbook reports nothing of the failure.
        `${FAILING}
         <stage stageid="r" name="Recover1" type="Recover"><onsuccess>u</onsuccess></stage>
         <stage stageid="u" name="Resume1" type="Resume"><onsuccess>c</onsuccess></stage>
         <stage stageid="c" name="Close Workbook" type="Action"><onsuccess>end</onsuccess><resource object="MS Excel VBO" action="Close Workbook"/></stage>`,
        // Nothing was closed: terminating is no answer to a failed read.
        `<stage stageid="k" name="Block1" type="Block"><displayx>0</displayx><displayy>0</displayy><displaywidth>90</displaywidth><displayheight>90</displayheight></stage>
         <stage stageid="a" name="Read Balance" type="Read"><displayx>30</displayx><displayy>30</displayy><onsuccess>end</onsuccess></stage>
         <stage stageid="r" name="Recover1" type="Recover"><displayx>60</displayx><displayy>60</displayy><onsuccess>u</onsuccess></stage>
         <stage stageid="u" name="Resume1" type="Resume"><displayx>200</displayx><displayy>60</displayy><onsuccess>t</onsuccess></stage>
         <stage stageid="t" name="Kill Portal" type="Navigate"><displayx>200</displayx><displayy>90</displayy><onsuccess>end</onsuccess></stage>`,
        // Back to the loop: the next item, and no report about this one.
        timedOut('l', 'l'),
        // The block does more than end a program by force.
        guarded(`<stage stageid="a" name="Save Order" type="Navigate"><display x="30" y="20"/><onsuccess>b</onsuccess></stage>
         <stage stageid="b" name="Kill Portal" type="Navigate"><display x="30" y="40"/><onsuccess>end</onsuccess></stage>`),
        // Resumed behind the block: nothing is tried again.
        `<stage stageid="k" name="Block1" type="Block"><displayx>0</displayx><displayy>0</displayy><displaywidth>90</displaywidth><displayheight>90</displayheight></stage>
         <stage stageid="a" name="Launch" type="Navigate"><displayx>30</displayx><displayy>30</displayy><onsuccess>b</onsuccess></stage>
         <stage stageid="b" name="Close" type="Navigate"><displayx>200</displayx><displayy>30</displayy><onsuccess>end</onsuccess></stage>
         <stage stageid="r" name="Recover1" type="Recover"><displayx>60</displayx><displayy>60</displayy><onsuccess>u</onsuccess></stage>
         <stage stageid="u" name="Resume1" type="Resume"><displayx>200</displayx><displayy>60</displayy><onsuccess>b</onsuccess></stage>`,
      ],
      good: [
        `${FAILING}
         <stage stageid="r" name="Recover1" type="Recover"><onsuccess>m</onsuccess></stage>
         <stage stageid="m" name="Keep Detail" type="Calculation"><onsuccess>u</onsuccess><calculation expression="ExceptionDetail()" stage="Message"/></stage>
         <stage stageid="u" name="Resume1" type="Resume"><onsuccess>n</onsuccess></stage>
         <stage stageid="n" name="Tell" type="Action"><onsuccess>end</onsuccess><resource object="Chat" action="Post"/><inputs><input type="text" name="Text" expr="[Message]"/></inputs></stage>`,
        // A session variable is shown in Control Room.
        `${FAILING}
         <stage stageid="r" name="Recover1" type="Recover"><onsuccess>m</onsuccess></stage>
         <stage stageid="m" name="Store Detail" type="Calculation"><onsuccess>u</onsuccess><calculation expression="ExceptionDetail()" stage="Message"/></stage>
         <stage stageid="d" name="Message" type="Data"><datatype>text</datatype><initialvalue/><exposure>Session</exposure></stage>
         <stage stageid="u" name="Resume1" type="Resume"><onsuccess>end</onsuccess></stage>`,
        `${FAILING}
         <stage stageid="r" name="Recover1" type="Recover"><onsuccess>x</onsuccess></stage>
         <stage stageid="x" name="Throw" type="Exception"><exception type="" detail="" usecurrent="yes"/></stage>`,
        // The page that follows gets the detail.
        `${FAILING}
         <stage stageid="r" name="Recover1" type="Recover"><onsuccess>m</onsuccess></stage>
         <stage stageid="m" name="End Of Test" type="SubSheet"><onsuccess>u</onsuccess><processid>p</processid><inputs><input type="text" name="Outcome" expr="&quot;Test: &quot; &amp; ExceptionDetail()"/></inputs></stage>
         <stage stageid="u" name="Resume1" type="Resume"><onsuccess>end</onsuccess></stage>`,
        // What does not close is ended by force.
        `<stage stageid="k" name="Block1" type="Block"><displayx>0</displayx><displayy>0</displayy><displaywidth>90</displaywidth><displayheight>90</displayheight></stage>
         <stage stageid="a" name="Close Portal" type="Navigate"><displayx>30</displayx><displayy>30</displayy><onsuccess>end</onsuccess></stage>
         <stage stageid="r" name="Recover1" type="Recover"><displayx>60</displayx><displayy>60</displayy><onsuccess>u</onsuccess></stage>
         <stage stageid="u" name="Resume1" type="Resume"><displayx>200</displayx><displayy>60</displayy><onsuccess>t</onsuccess></stage>
         <stage stageid="t" name="Terminate Portal" type="Navigate"><displayx>200</displayx><displayy>90</displayy><onsuccess>end</onsuccess></stage>`,
        // The last resort: a program that cannot be terminated is killed, and one that cannot be killed has ended.
        guarded(
          '<stage stageid="a" name="Kill Portal" type="Navigate"><display x="30" y="30"/><onsuccess>end</onsuccess></stage>',
        ),
        // A template's block with nothing in it that can fail.
        guarded(
          '<stage stageid="a" name="Log out here" type="Note"><display x="30" y="30"/><onsuccess>end</onsuccess></stage>',
        ),
        // Back to the wait whose time-out was thrown.
        timedOut('w', 'end'),
        // Another try, no end.
        `${FAILING}
         <stage stageid="r" name="Recover1" type="Recover"><onsuccess>u</onsuccess></stage>
         <stage stageid="u" name="Resume1" type="Resume"><onsuccess>a</onsuccess></stage>`,
        // "Found" stays False, and the caller checks it.
        `<stage stageid="a" name="Read Title" type="Read"><onsuccess>f</onsuccess></stage>
         <stage stageid="f" name="Found" type="Calculation"><onsuccess>e</onsuccess><calculation expression="True" stage="Found"/></stage>
         <stage stageid="e" name="End" type="End"><outputs><output type="flag" name="Found" stage="Found"/></outputs></stage>
         <stage stageid="r" name="Recover1" type="Recover"><onsuccess>u</onsuccess></stage>
         <stage stageid="u" name="Resume1" type="Resume"><onsuccess>e</onsuccess></stage>
         <stage stageid="d" name="Found" type="Data"><datatype>flag</datatype></stage>`,
      ],
    },
  },
  level: 'workflow',
  types: ['Recover'],
  *check(workflow) {
    const recovers = stagesOf(workflow, 'Recover');
    if (recovers.length === 0) return;
    const outgoing = outgoingOf(workflow);
    const normal = normalFlow(workflow, recovers);
    const flags = flagKeys(workflow);
    const spend = stepLimit(LOOKS_MAX);
    for (const recover of recovers) {
      const end = silentEnd(workflow, recover, outgoing, normal, flags, spend);
      if (end === undefined) continue;
      const message = `What "${recover.name}" on the page "${pageName(workflow, recover)}" catches is resumed and ends at "${end.name}" without being logged, marked or thrown again.`;
      yield { at: recover, message };
    }
  },
});
