/** Selects the subjects of each rule in a workflow. */
import type { DataFlow } from '../../model/data-flow/flow.ts';
import { isAnchorLive, isLive } from '../../model/navigate.ts';
import type { FollowedData, Wanted } from '../../model/rule.ts';
import type { RuleSetting } from '../../model/ruleset.ts';
import { textsOf } from '../../model/text.ts';
import type { Anchor, Expression, Value, Workflow } from '../../model/workflow.ts';
import { assignedValues, assignmentsOf } from '../../semantics/assignments/assignments.ts';
import { callSitesOf } from '../../semantics/callee.ts';
import { followedData } from '../../semantics/data-flow/data-flows.ts';
import type { Candidate, Candidates, Dispatch } from './dispatch.ts';
import { type FoundWords, searchWorkflow } from './search-workflow.ts';
import { holds } from './word-search.ts';

/** A rule with the subjects for its check. */
export interface Work {
  readonly setting: RuleSetting;
  readonly subjects: Iterable<unknown>;
}

/** All work of a workflow. */
export interface SelectedWork {
  readonly work: readonly Work[];
  /** True if a text may hold a statement that waives findings. */
  readonly mayWaive: boolean;
}

/** Subjects with and without those that cannot run. */
interface Group<Subject> {
  readonly all: readonly Subject[];
  readonly live: readonly Subject[];
}

/** Activities of the same rules, independent of their words. */
interface ActivityGroup extends Group<unknown> {
  readonly plain: readonly Candidate[];
  readonly all: unknown[];
  readonly live: unknown[];
}

/**
 * Groups the activities of a workflow by kind. Also returns the gates that they open (entry `g` is 1 for gate `g`), and
 * whether all can run.
 */
function groupActivities({ activities }: Workflow, dispatch: Dispatch) {
  const groups: ActivityGroup[] = [];
  const byKind: (ActivityGroup | undefined)[] = [];
  const isOpen = new Uint8Array(dispatch.gates);
  let isAllLive = true;
  for (const activity of activities) {
    const isActivityLive = isLive(activity);
    if (!isActivityLive) isAllLive = false;
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
    if (isActivityLive) group.live.push(activity);
  }
  return { groups, isOpen, isAllLive };
}

/** Returns whether a workflow has the parts that a rule about workflows needs. */
function has(workflow: Workflow, wanted: Wanted): boolean {
  if (wanted === 'symbols') return workflow.variables.length > 0 || workflow.arguments.length > 0;
  return workflow[wanted].length > 0;
}

/** State while the work of a workflow is selected. */
interface Selection extends FoundWords {
  readonly workflow: Workflow;
  readonly isAllLive: boolean;
  readonly work: Work[];
}

const mayMatch = ({ everywhere }: Selection, { workflowWords }: Candidate): boolean =>
  workflowWords === -1 || holds(everywhere, workflowWords);

function addPlain(selection: Selection, plain: readonly Candidate[], { all, live }: Group<unknown>): void {
  for (const candidate of plain) {
    const { setting } = candidate;
    const subjects = setting.rule.includeDisabled === true ? all : live;
    if (subjects.length > 0 && mayMatch(selection, candidate)) selection.work.push({ setting, subjects });
  }
}

function addWorded(selection: Selection, worded: readonly Candidate[]): void {
  for (const candidate of worded) {
    const subjects = selection.chosen[candidate.number];
    if (subjects !== undefined && mayMatch(selection, candidate))
      selection.work.push({ setting: candidate.setting, subjects });
  }
}

function addAnchors(selection: Selection, { plain, worded }: Candidates, all: readonly Anchor[]): void {
  addWorded(selection, worded);
  if (plain.length === 0 || all.length === 0) return;
  const { workflow, isAllLive } = selection;
  const live = isAllLive ? all : all.filter((anchor) => isAnchorLive(workflow, anchor));
  addPlain(selection, plain, { all, live });
}

/** Adds the rules about the workflow as a whole that can match in it. */
function addWhole(selection: Selection, plain: readonly Candidate[], isOpen: Uint8Array): void {
  const { workflow, work } = selection;
  const subjects = [workflow];
  for (const candidate of plain) {
    const { setting, gate, wants } = candidate;
    if (gate !== -1 && isOpen[gate] === 0) continue;
    if (wants !== undefined && !has(workflow, wants)) continue;
    if (mayMatch(selection, candidate)) work.push({ setting, subjects });
  }
}

const NO_ANCHORS: readonly Anchor[] = [];
const textsFor = (workflow: Workflow, { plain }: Candidates): readonly Anchor[] =>
  plain.length === 0 ? NO_ANCHORS : textsOf(workflow);

/** Adds the assignments of the chosen settings and defaults, or of all of them. */
function addAssignments(selection: Selection, candidates: Candidates): void {
  const { work, workflow } = selection;
  const first = work.length;
  addAnchors(
    selection,
    candidates,
    candidates.plain.length === 0 ? NO_ANCHORS : [...assignedValues(workflow)],
  );
  for (let i = first; i < work.length; i += 1) {
    const { setting, subjects } = work[i]!;
    const values = subjects as readonly Value[];
    work[i] = { setting, subjects: assignmentsOf(workflow, values, setting.rule.partsIn) };
  }
}

/** Adds the calls in the chosen expressions. */
function addCallSites(selection: Selection, candidates: Candidates): void {
  const { work } = selection;
  const first = work.length;
  addWorded(selection, candidates.worded);
  for (let i = first; i < work.length; i += 1) {
    const { setting, subjects } = work[i]!;
    const callees = new Set(setting.rule.callees);
    const sites = (subjects as readonly Expression[]).flatMap((at) => [...callSitesOf(at, callees)]);
    work[i] = { setting, subjects: sites };
  }
}

/** Adds the ways of data; the first rule that reads them makes the engine follow the data. */
function addDataFlows(selection: Selection, { flowRules, levels }: Dispatch): void {
  const { work, workflow } = selection;
  for (const { setting } of levels.dataFlow.plain)
    work.push({ setting, subjects: flowsOf(workflow, setting.rule.follows!, flowRules) });
  for (const candidate of levels.dataFlows.plain)
    if (mayMatch(selection, candidate))
      work.push({ setting: candidate.setting, subjects: flowsTogether(workflow, candidate, flowRules) });
}

/** Returns the ways of data of a rule, followed together with those of rules with the same tables. */
const flowsOf = (
  workflow: Workflow,
  follows: FollowedData,
  flowRules: Dispatch['flowRules'],
): Iterable<DataFlow> => followedData(workflow, follows, flowRules.get(follows.own)!.follows);

/** Yields the ways of data of a rule as one subject; an error of the search comes behind it. */
function* flowsTogether(
  workflow: Workflow,
  { setting: { rule } }: Candidate,
  flowRules: Dispatch['flowRules'],
): Generator<readonly DataFlow[]> {
  const flows: DataFlow[] = [];
  let error: unknown;
  try {
    for (const flow of flowsOf(workflow, rule.follows!, flowRules)) flows.push(flow);
  } catch (caught) {
    error = caught;
  }
  yield flows;
  if (error !== undefined) throw error;
}

/** Adds all texts for a rule as one subject. */
function addTexts(selection: Selection, candidates: Candidates): void {
  const { work, workflow } = selection;
  const first = work.length;
  addAnchors(selection, candidates, textsFor(workflow, candidates));
  for (let i = first; i < work.length; i += 1)
    work[i] = { setting: work[i]!.setting, subjects: [work[i]!.subjects] };
}

/** Selects the work of a workflow, level by level. A subject without any of the words of a rule is no work. */
export function selectSubjects(workflow: Workflow, dispatch: Dispatch): SelectedWork {
  const { everywhere, chosen } = searchWorkflow(workflow, dispatch);
  const { groups, isOpen, isAllLive } = groupActivities(workflow, dispatch);
  const selection: Selection = { workflow, everywhere, chosen, isAllLive, work: [] };
  const { levels } = dispatch;
  addWhole(selection, levels.workflow.plain, isOpen);
  for (const group of groups) addPlain(selection, group.plain, group);
  addWorded(selection, levels.activity.worded);
  addAnchors(selection, levels.variable, workflow.variables);
  addAnchors(selection, levels.argument, workflow.arguments);
  addAnchors(selection, levels.call, workflow.calls);
  addAnchors(selection, levels.connection, workflow.connections);
  addAnchors(selection, levels.transition, workflow.transitions);
  addAnchors(selection, levels.expression, workflow.expressions);
  addAssignments(selection, levels.assignment);
  addCallSites(selection, levels.callSite);
  addAnchors(selection, levels.text, textsFor(workflow, levels.text));
  addTexts(selection, levels.texts);
  addDataFlows(selection, dispatch);
  return { work: selection.work, mayWaive: holds(everywhere, dispatch.noteWords) };
}
