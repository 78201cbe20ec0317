/** Which rule has to look at what in a workflow. */
import { isAnchorLive, isLive } from '../model/navigate.ts';
import type { RuleSetting } from '../model/ruleset.ts';
import { textsOf } from '../model/text.ts';
import type { Anchor, Workflow } from '../model/workflow.ts';
import type { Candidates, Dispatch } from './dispatch.ts';
import { searchWorkflow } from './search-workflow.ts';
import { holds } from './word-search.ts';

/** A rule and what its check shall be called with. */
export interface Work {
  readonly setting: RuleSetting;
  readonly subjects: readonly unknown[];
}

/** Subjects with and without those that cannot run. */
interface Group<Subject> {
  readonly all: Subject[];
  readonly live: Subject[];
}

/** Activities that the same rules want, by those rules. */
function groupActivities({ activities }: Workflow, dispatch: Dispatch): Map<Candidates, Group<unknown>> {
  const groups = new Map<Candidates, Group<unknown>>();
  for (const activity of activities) {
    const candidates = dispatch.forActivity(activity);
    let group = groups.get(candidates);
    if (group === undefined) {
      group = { all: [], live: [] };
      groups.set(candidates, group);
    }
    if (candidates.plain.length === 0) continue;
    group.all.push(activity);
    if (isLive(activity)) group.live.push(activity);
  }
  return groups;
}

/** The work of a workflow, level by level. What has not one of the words that a rule waits for is no work. */
export function selectSubjects(workflow: Workflow, dispatch: Dispatch): readonly Work[] {
  const { everywhere, chosen } = searchWorkflow(workflow, dispatch);
  const work: Work[] = [];

  function add({ plain, worded }: Candidates, group: () => Group<unknown>): void {
    for (const { setting, workflowWords } of plain) {
      if (workflowWords !== -1 && !holds(everywhere, workflowWords)) continue;
      const { all, live } = group();
      const subjects = setting.rule.includeDisabled === true ? all : live;
      if (subjects.length > 0) work.push({ setting, subjects });
    }
    for (const candidate of worded) {
      const { setting, workflowWords } = candidate;
      const subjects = chosen.get(candidate);
      if (subjects === undefined) continue;
      if (workflowWords === -1 || holds(everywhere, workflowWords)) work.push({ setting, subjects });
    }
  }
  function addAnchors(candidates: Candidates, list: () => readonly Anchor[]): void {
    let group: Group<unknown> | undefined;
    add(candidates, () => {
      if (group !== undefined) return group;
      const all = [...list()];
      group = { all, live: all.filter((anchor) => isAnchorLive(workflow, anchor)) };
      return group;
    });
  }

  add(dispatch.forLevel('workflow'), () => ({ all: [workflow], live: [workflow] }));
  const groups = groupActivities(workflow, dispatch);
  const added = new Set<unknown>();
  for (const [candidates, group] of groups) {
    add({ plain: candidates.plain, worded: [] }, () => group);
    for (const candidate of candidates.worded) {
      // Chosen activities of all groups stand together.
      if (added.has(candidate)) continue;
      added.add(candidate);
      add({ plain: [], worded: [candidate] }, () => group);
    }
  }
  addAnchors(dispatch.forLevel('variable'), () => workflow.variables);
  addAnchors(dispatch.forLevel('argument'), () => workflow.arguments);
  addAnchors(dispatch.forLevel('call'), () => workflow.calls);
  addAnchors(dispatch.forLevel('connection'), () => workflow.connections);
  addAnchors(dispatch.forLevel('transition'), () => workflow.transitions);
  addAnchors(dispatch.forLevel('expression'), () => workflow.expressions);
  addAnchors(dispatch.forLevel('text'), () => textsOf(workflow));
  return work;
}
