/** Facts about the block around a Recover stage. */

import { derived } from '../../model/interning/derived.ts';
import { propertyOf } from '../../model/navigate.ts';
import type { Activity, Workflow } from '../../model/workflow.ts';

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

/** Facts about the stages of a block, or about a stage outside any block. */
export interface BlockFacts {
  /** True if nothing in it can fail, or only a kill. */
  readonly hasNothingToReport: boolean;
  /** True if it attempts to close something, which a kill may end instead. */
  readonly protectsClosing: boolean;
}

const factsByBlock = derived((_: Workflow) => new Map<Activity | undefined, BlockFacts>());

/** Reads the stages of a block once for all its Recover stages. */
export function blockFacts(workflow: Workflow, block: Activity | undefined): BlockFacts {
  const known = factsByBlock(workflow).get(block);
  if (known !== undefined) return known;
  const facts = {
    hasNothingToReport: hasNothingToReport(workflow, block),
    protectsClosing: protectsClosing(workflow, block),
  };
  factsByBlock(workflow).set(block, facts);
  return facts;
}
