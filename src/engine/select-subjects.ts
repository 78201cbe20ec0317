/** Which rule has to look at what in a workflow. */
import { isAnchorLive, isLive } from '../model/navigate.ts';
import type { Level, Wanted } from '../model/rule.ts';
import type { RuleSetting } from '../model/ruleset.ts';
import { textsOf } from '../model/text.ts';
import type { Anchor, Workflow } from '../model/workflow.ts';
import type { Candidate, Dispatch } from './dispatch.ts';
import { searchWorkflow } from './search-workflow.ts';
import { holds } from './word-search.ts';

/** A rule and what its check shall be called with. */
export interface Work {
  readonly setting: RuleSetting;
  readonly subjects: readonly unknown[];
}

/** Subjects with and without those that cannot run. */
interface Group<Subject> {
  readonly all: readonly Subject[];
  readonly live: readonly Subject[];
}

/** Activities that the same rules want, whatever their words are. */
interface ActivityGroup extends Group<unknown> {
  readonly plain: readonly Candidate[];
  readonly all: unknown[];
  readonly live: unknown[];
}

/** The activities of a workflow by kind, and which gates they open: entry `g` is 1 for gate `g`. */
function groupActivities({ activities }: Workflow, dispatch: Dispatch) {
  const groups: ActivityGroup[] = [];
  const byKind: (ActivityGroup | undefined)[] = [];
  const isOpen = new Uint8Array(dispatch.gates);
  for (const activity of activities) {
    const { number, plain, opens } = dispatch.forActivity(activity);
    while (byKind.length <= number) byKind.push(undefined);
    let group = byKind[number];
    if (group === undefined) {
      group = { plain, all: [], live: [] };
      byKind[number] = group;
      groups.push(group);
      for (const gate of opens) isOpen[gate] = 1;
    }
    if (plain.length === 0) continue;
    group.all.push(activity);
    if (isLive(activity)) group.live.push(activity);
  }
  return { groups, isOpen };
}

/** Whether a workflow has what a rule about workflows wants. */
function has(workflow: Workflow, wanted: Wanted): boolean {
  if (wanted === 'symbols') return workflow.variables.length > 0 || workflow.arguments.length > 0;
  return workflow[wanted].length > 0;
}

/** The work of a workflow, level by level. What has not one of the words that a rule waits for is no work. */
export function selectSubjects(workflow: Workflow, dispatch: Dispatch): readonly Work[] {
  const { everywhere, chosen } = searchWorkflow(workflow, dispatch);
  const work: Work[] = [];
  const isAllLive = workflow.activities.every(isLive);
  const isAwaited = ({ workflowWords }: Candidate): boolean =>
    workflowWords === -1 || holds(everywhere, workflowWords);

  function addPlain(plain: readonly Candidate[], { all, live }: Group<unknown>): void {
    for (const candidate of plain) {
      const { setting } = candidate;
      const subjects = setting.rule.includeDisabled === true ? all : live;
      if (subjects.length > 0 && isAwaited(candidate)) work.push({ setting, subjects });
    }
  }
  function addWorded(worded: readonly Candidate[]): void {
    for (const candidate of worded) {
      const subjects = chosen.get(candidate);
      if (subjects !== undefined && isAwaited(candidate)) work.push({ setting: candidate.setting, subjects });
    }
  }
  function addAnchors(level: Level, all: readonly Anchor[]): void {
    const { plain, worded } = dispatch.forLevel(level);
    addWorded(worded);
    if (plain.length === 0 || all.length === 0) return;
    const live = isAllLive ? all : all.filter((anchor) => isAnchorLive(workflow, anchor));
    addPlain(plain, { all, live });
  }
  /** All texts that a rule wants are one subject. */
  function addTexts(): void {
    const first = work.length;
    addAnchors('texts', dispatch.forLevel('texts').plain.length === 0 ? [] : textsOf(workflow));
    for (let i = first; i < work.length; i += 1)
      work[i] = { setting: work[i]!.setting, subjects: [work[i]!.subjects] };
  }

  /** Those about the workflow as a whole that have something to look for in it. */
  function addWhole(plain: readonly Candidate[], isOpen: Uint8Array): void {
    const subjects = [workflow];
    for (const candidate of plain) {
      const { setting, gate, wants } = candidate;
      if (gate !== -1 && isOpen[gate] === 0) continue;
      if (wants !== undefined && !has(workflow, wants)) continue;
      if (isAwaited(candidate)) work.push({ setting, subjects });
    }
  }

  const { groups, isOpen } = groupActivities(workflow, dispatch);
  addWhole(dispatch.forLevel('workflow').plain, isOpen);
  for (const group of groups) addPlain(group.plain, group);
  addWorded(dispatch.forLevel('activity').worded);
  addAnchors('variable', workflow.variables);
  addAnchors('argument', workflow.arguments);
  addAnchors('call', workflow.calls);
  addAnchors('connection', workflow.connections);
  addAnchors('transition', workflow.transitions);
  addAnchors('expression', workflow.expressions);
  addAnchors('text', dispatch.forLevel('text').plain.length === 0 ? [] : textsOf(workflow));
  addTexts();
  return work;
}
