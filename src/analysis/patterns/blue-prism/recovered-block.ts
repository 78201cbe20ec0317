/** What the block around a Recover stage says of the recovery. */
import { propertyOf } from '../../model/navigate.ts';
import type { Activity, Workflow } from '../../model/workflow.ts';
import { derived } from '../derived.ts';

const CLOSES = /\b(?:close|exit|quit|shut ?down|log ?(?:out|off)|sign ?out|stop|detach)\b/i;
/** Names of stages that end a program whatever it does. */
export const ENDS_BY_FORCE = /\b(?:terminate|kill)\b/i;
/** The name of a stage and of the action that it calls. */
export const namesOf = (activity: Activity): string =>
  `${activity.name} ${propertyOf(activity, 'resource.action')?.text ?? ''}`;

/** Stages of a block that throw nothing: notes stand where a template wants a step. */
const THROWS_NOTHING = new Set(['Note', 'Anchor', 'Recover', 'Resume', 'Start', 'End']);

/** Whether nothing in a block can fail, or only the last resort: what cannot even be killed is gone, or stays. */
function hasNothingToReport(workflow: Workflow, block: Activity | undefined): boolean {
  if (block?.type !== 'Block') return false;
  return workflow.children[block.index]!.map((index) => workflow.activities[index]!)
    .filter(({ type }) => !THROWS_NOTHING.has(type))
    .every((activity) => ENDS_BY_FORCE.test(namesOf(activity)));
}

/** Whether a Recover stage stands beside an attempt to close something, which force may end instead. */
function protectsClosing(workflow: Workflow, block: Activity | undefined): boolean {
  if (block === undefined) return false;
  if (CLOSES.test(block.name) || ENDS_BY_FORCE.test(block.name)) return true;
  return block.type === 'Block'
    ? workflow.children[block.index]!.some((index) => CLOSES.test(namesOf(workflow.activities[index]!)))
    : false;
}

/** What the stages of a block, or a stage that is none, say of the recoveries in it. */
export interface BlockFacts {
  /** Whether nothing in it can fail, or only the last resort. */
  readonly hasNothingToReport: boolean;
  /** Whether it attempts to close something, which force may end instead. */
  readonly protectsClosing: boolean;
}

const factsByBlock = derived((_: Workflow) => new Map<Activity | undefined, BlockFacts>());

/** Looks at the stages of a block once, however many Recover stages stand in it. */
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
