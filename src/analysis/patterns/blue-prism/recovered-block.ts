/** Facts about the block around a Recover stage. */

import { derived } from '../../model/interning/derived.ts';
import { propertyOf } from '../../model/navigate.ts';
import type { Activity, Workflow } from '../../model/workflow.ts';
import { outgoingOf } from '../../semantics/flow/links.ts';
import { pagesOf } from '../../semantics/flow/pages.ts';

const CLOSES = /\b(?:close|exit|quit|shut ?down|log ?(?:out|off)|sign ?out|stop|detach)\b/i;
/** Names of stages that always end a program. */
export const ENDS_BY_FORCE = /\b(?:terminate|kill)\b/i;
/** Returns the name of a stage and of the action that it calls. */
export const stageNamesOf = (activity: Activity): string =>
  `${activity.name} ${propertyOf(activity, 'resource.action')?.text ?? ''}`;

/** Stages of a block that throw nothing. Templates mark the place of a step with a note. */
const THROWS_NOTHING = new Set(['Note', 'Anchor', 'Recover', 'Resume', 'Start', 'End']);

/** Returns whether nothing in a block can fail, or only a kill: a program that cannot be killed has ended. */
function hasNothingToReport(workflow: Workflow, block: Activity | undefined): boolean {
  if (block?.type !== 'Block') return false;
  return workflow.children[block.index]!.map((index) => workflow.activities[index]!)
    .filter(({ type }) => !THROWS_NOTHING.has(type))
    .every((activity) => ENDS_BY_FORCE.test(stageNamesOf(activity)));
}

/** Returns whether a Recover stage protects an attempt to close something, which a kill may end instead. */
function protectsClosing(workflow: Workflow, block: Activity | undefined): boolean {
  if (block === undefined) return false;
  if (CLOSES.test(block.name) || ENDS_BY_FORCE.test(block.name)) return true;
  return block.type === 'Block'
    ? workflow.children[block.index]!.some((index) => CLOSES.test(stageNamesOf(workflow.activities[index]!)))
    : false;
}

/** Stages whose failure loses something: they work outside of the process, or report a failure. */
const LOSES = new Set([
  'Action',
  'Navigate',
  'Read',
  'Write',
  'Code',
  'SubSheet',
  'Process',
  'WaitStart',
  'WaitEnd',
  'Exception',
]);
/** Names of stages that only send a notice. */
const NOTIFIES = /\bmails?\b|\be-?mails?\b|\bnotif/i;
const isNotice = (activity: Activity): boolean =>
  activity.role === 'email' || (activity.role === 'invoke' && NOTIFIES.test(stageNamesOf(activity)));

/** Returns whether a failure under a block or page loses no more than a notice or a calculation. */
function losesLittle(workflow: Workflow, place: Activity | undefined): boolean {
  if (place === undefined) return false;
  const pages = pagesOf(workflow);
  const stages =
    place.type === 'Block'
      ? workflow.children[place.index]!.map((index) => workflow.activities[index]!)
      : workflow.activities.filter(({ index }) => pages[index] === place.index);
  return stages.every((stage) => !LOSES.has(stage.type) || isNotice(stage));
}

/**
 * Returns whether a block is made to fail, as in a test of an object: without an exception its flow only comes to
 * Exception stages.
 */
function expectsException(workflow: Workflow, block: Activity | undefined): boolean {
  if (block?.type !== 'Block') return false;
  const outgoing = outgoingOf(workflow);
  const inside = workflow.children[block.index]!.map((index) => workflow.activities[index]!);
  const recovering = new Set(inside.filter(({ type }) => type === 'Recover').map(({ index }) => index));
  for (const stage of recovering) for (const { to } of outgoing[stage]!) if (to !== -1) recovering.add(to);
  const working = inside.filter(({ index }) => !recovering.has(index));
  const throws = ({ type }: Activity): boolean => type === 'Exception';
  // Without a step that should fail, the exception alone is what the process throws.
  if (!working.some((stage) => LOSES.has(stage.type) && !throws(stage))) return false;
  const next = working.flatMap(({ index }) => outgoing[index]!.map(({ to }) => workflow.activities[to]));
  return (
    [...working, ...next].some((stage) => stage !== undefined && throws(stage)) &&
    next.every((stage) => stage !== undefined && (stage.parent === block.index || throws(stage)))
  );
}

/** Facts about the stages of a block, or about a stage outside any block. */
export interface BlockFacts {
  /** True if nothing in it can fail, or only a kill. */
  readonly hasNothingToReport: boolean;
  /** True if it attempts to close something, which a kill may end instead. */
  readonly protectsClosing: boolean;
  /** True if it is made to fail. */
  readonly expectsException: boolean;
  /** True if a failure loses no more than a notice or a calculation. */
  readonly losesLittle: boolean;
}

const factsByBlock = derived((_: Workflow) => new Map<Activity | undefined, BlockFacts>());

/** Reads the stages of a block once for all its Recover stages. */
export function blockFacts(workflow: Workflow, block: Activity | undefined): BlockFacts {
  const known = factsByBlock(workflow).get(block);
  if (known !== undefined) return known;
  const facts = {
    hasNothingToReport: hasNothingToReport(workflow, block),
    protectsClosing: protectsClosing(workflow, block),
    expectsException: expectsException(workflow, block),
    losesLittle: losesLittle(workflow, block),
  };
  factsByBlock(workflow).set(block, facts);
  return facts;
}
