/** Finds exceptions that are caught, resumed and dropped. */

import { derived } from '../../model/interning/derived.ts';
import { parentOf, propertyOf } from '../../model/navigate.ts';
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
import { defineRule } from '../define-rule.ts';

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
  if (facts.hasNothingToReport || facts.expectsException) return undefined;
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

export const rule = defineRule('BPR-REL-002', {
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
      // The product runs this page when no caller waits for a result.
      const page = workflow.activities[pagesOf(workflow)[recover.index]!];
      if (page !== undefined && propertyOf(page, 'type')?.text === 'CleanUp') continue;
      const end = silentEnd(workflow, recover, outgoing, normal, flags, spend);
      if (end === undefined) continue;
      const message = `The flow from "${recover.name}" on the page "${pageName(workflow, recover)}" resumes and ends at "${end.name}": the exception is not logged, marked or rethrown.`;
      const { losesLittle } = blockFacts(workflow, parentOf(workflow, recover));
      yield { at: recover, message, ...(losesLittle ? { severity: 'low' as const } : {}) };
    }
  },
});
