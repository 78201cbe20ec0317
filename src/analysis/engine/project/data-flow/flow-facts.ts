/** Ways of data through a workflow, as facts that outlive its document. */
import { truncate } from '../../../../text/truncate.ts';
import type { FlowFacts } from '../../../model/data-flow/flow-facts.ts';
import type { FlowRules } from '../../../model/data-flow/flow-rules.ts';
import type { OwnTables } from '../../../model/data-flow/own-rows.ts';
import type { Ruleset } from '../../../model/ruleset.ts';
import type { Spot } from '../../../model/subjects/spot.ts';
import type { Anchor, Workflow } from '../../../model/workflow.ts';
import { flowSummary } from '../../../semantics/data-flow/across/summary.ts';
import { flowRulesOf } from '../../dispatch/flow-rules.ts';
import { NAME_MAX, SENTENCE_MAX } from '../../findings/shorten.ts';
import { type MeetingEnd, meetingEnds } from './meeting-ends.ts';

/** Rules whose data is followed into other files, and the test of the ends that may lead there. */
export interface FollowedAcross {
  readonly settings: Ruleset['settings'];
  /** Absent: the other files are not known. */
  readonly meet?: (end: MeetingEnd) => boolean;
}

const flowRulesIn = (
  settings: Ruleset['settings'],
  { platform, language }: Workflow,
): readonly (readonly [OwnTables | undefined, FlowRules])[] =>
  [...flowRulesOf(settings, platform, language)].filter(([, { rules }]) => rules.length > 0);

/** Returns what is followed between the files of one upload, which is all of a project. */
export function followedWithin(
  workflows: readonly Workflow[],
  settings: Ruleset['settings'],
): FollowedAcross {
  const own = workflows.filter((workflow) => flowRulesIn(settings, workflow).length > 0);
  return { settings, meet: meetingEnds(own) };
}

/**
 * Returns the ways of data through a workflow that rules follow, by the rule that has tables of its own; '': those of all
 * other rules. Undefined where there is none.
 */
export function flowFacts(
  workflow: Workflow,
  { settings, meet }: FollowedAcross,
  toSpot: (anchor: Anchor) => Spot,
): Readonly<Record<string, FlowFacts>> | undefined {
  const found = flowRulesIn(settings, workflow).flatMap(([own, rules]) => {
    const summary = flowSummary(workflow, rules, meet);
    return summary === undefined ? [] : [[own?.by ?? '', lastingFacts(summary, toSpot)] as const];
  });
  return found.length === 0 ? undefined : Object.fromEntries(found);
}

/** Returns facts that outlive the document. */
function lastingFacts(summary: FlowFacts<Anchor>, toSpot: (anchor: Anchor) => Spot): FlowFacts {
  const short = <Value extends string | undefined>(text: Value, max = NAME_MAX): Value =>
    (text === undefined ? text : truncate(text, max)) as Value;
  return {
    ...summary,
    ends: summary.ends.map((end) => ({
      ...end,
      at: toSpot(end.at),
      name: short(end.name),
      ...(end.words !== undefined && { words: short(end.words) }),
      step: short(end.step),
      ...(end.sentence !== undefined && { sentence: short(end.sentence, SENTENCE_MAX) }),
    })),
    vias: summary.vias.map((via) => ({
      ...via,
      at: toSpot(via.at),
      property: short(via.property),
      sentence: short(via.sentence, SENTENCE_MAX),
    })),
  };
}
