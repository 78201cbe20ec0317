/** Outline of one workflow, in columns. */

import {
  type OutlineCalls,
  type OutlineEdges,
  type OutlineNodes,
  type OutlinePlaces,
  STEP_FLAGS,
  type WorkflowOutline,
} from '../model/outline/file-outline.ts';
import type { DrawnWorkflow } from './agent-card.ts';
import type { FindCalled } from './find-called.ts';
import { stepName } from './step-name.ts';
import { OUTLINE_LIMITS, selectSteps } from './step-selection.ts';

/** A place of a finding: its strong fingerprint, and the activity, or -1. */
export interface Pin {
  readonly print: string;
  readonly node: number;
  /** Activities that its data takes, from the source to the place; absent: the finding follows no data. */
  readonly way?: readonly number[];
}

const NO_WAY: readonly number[] = [];

/** Place of a workflow among those of its file. */
export interface OutlineTerms {
  readonly findCalled: FindCalled;
  readonly stepsMax: number;
}

const ALONE: OutlineTerms = { findCalled: () => -1, stepsMax: OUTLINE_LIMITS.workflowStepsMax };

/** Positions of texts in the table of an outline. */
interface TextTable {
  readonly texts: string[];
  indexOf(text: string): number;
}

function createTable(): TextTable {
  const texts: string[] = [];
  const known = new Map<string, number>();
  return {
    texts,
    indexOf(text) {
      let index = known.get(text);
      if (index === undefined) {
        index = texts.length;
        known.set(text, index);
        texts.push(stepName(text));
      }
      return index;
    },
  };
}

/** The selected steps: their activities, and the place of each activity among them, -1 for those left out. */
interface Selection {
  readonly list: DrawnWorkflow['activities'];
  placeOf(activity: number): number;
  /** All steps are selected. */
  readonly isWhole: boolean;
}

function select(workflow: DrawnWorkflow, pins: readonly Pin[], stepsMax: number): Selection {
  const { activities } = workflow;
  const indexes = selectSteps(
    workflow,
    [...pins.map(({ node }) => node), ...pins.flatMap(({ way = NO_WAY }) => way)],
    stepsMax,
  );
  if (indexes === undefined) return { list: activities, placeOf: (activity) => activity, isWhole: true };
  const places = new Map(indexes.map((index, place) => [index, place]));
  return {
    list: indexes.map((index) => activities[index]!),
    placeOf: (activity) => places.get(activity) ?? -1,
    isWhole: false,
  };
}

function nodesOf(
  { children, drawing }: DrawnWorkflow,
  { list, placeOf, isWhole }: Selection,
  table: TextTable,
): OutlineNodes {
  const parent: number[] = [];
  const slot: number[] = [];
  const type: number[] = [];
  const role: number[] = [];
  const name: string[] = [];
  const flags: number[] = [];
  const { off, unreachable, incomplete, first } = STEP_FLAGS;
  for (const activity of list) {
    parent.push(placeOf(activity.parent));
    slot.push(table.indexOf(activity.slot));
    type.push(table.indexOf(activity.type));
    role.push(table.indexOf(activity.role));
    name.push(stepName(activity.name));
    const { index } = activity;
    flags.push(
      (activity.enabled ? 0 : off) |
        (activity.reachable ? 0 : unreachable) |
        (!isWhole && children[index]!.some((child) => placeOf(child) === -1) ? incomplete : 0) |
        (drawing?.starts.has(index) === true ? first : 0),
    );
  }
  return { parent, slot, type, role, name, flags };
}

function callsOf(workflow: DrawnWorkflow, { placeOf }: Selection, findCalled: FindCalled): OutlineCalls {
  const calls = {
    node: [] as number[],
    target: [] as string[],
    page: [] as number[],
    workflow: [] as number[],
  };
  if (workflow.calls.length === 0) return calls;
  const pages = new Map<string, number>();
  for (const { role, id, index } of workflow.activities) if (role === 'page') pages.set(id, placeOf(index));
  for (const call of workflow.calls) {
    const { target } = call;
    const node = placeOf(call.owner);
    if (target === undefined || node === -1) continue;
    const page = pages.get(target) ?? -1;
    const called = page === -1 ? findCalled(target, workflow) : -1;
    calls.node.push(node);
    // Ids of pages and processes are for programs.
    calls.target.push(stepName(page === -1 && !UUID.test(target) ? target : call.name));
    calls.page.push(page);
    calls.workflow.push(called);
  }
  return calls;
}

const UUID = /^[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}$/i;

function placesOf({ drawing }: DrawnWorkflow, { list }: Selection): OutlinePlaces {
  const node: number[] = [];
  const x: number[] = [];
  const y: number[] = [];
  const w: number[] = [];
  const h: number[] = [];
  if (drawing !== undefined)
    for (const [place, activity] of list.entries()) {
      const area = drawing.areaOf(activity);
      if (area === undefined) continue;
      node.push(place);
      x.push(Math.round(area.x));
      y.push(Math.round(area.y));
      w.push(Math.round(area.width));
      h.push(Math.round(area.height));
    }
  return { node, x, y, w, h };
}

const NO_BENDS: readonly number[] = [];

function edgesOf(
  { transitions, activities, drawing }: DrawnWorkflow,
  { placeOf }: Selection,
  table: TextTable,
): OutlineEdges {
  const from: number[] = [];
  const to: number[] = [];
  const when: number[] = [];
  const bends: (readonly number[])[] = [];
  for (const transition of transitions) {
    const start = transition.from < 0 ? -1 : placeOf(transition.from);
    const end = transition.to < 0 ? -1 : placeOf(transition.to);
    if (start === -1 || end === -1) continue;
    from.push(start);
    to.push(end);
    // A transition of a state machine is an activity, whose name says more.
    const owner = activities[transition.owner];
    when.push(table.indexOf(owner?.type === 'Transition' ? owner.name : transition.when.join(',')));
    bends.push(drawing?.bendsOf(transition)?.map(Math.round) ?? NO_BENDS);
  }
  return { from, to, when, bends };
}

/** Returns the outline of a workflow. A pin at a step that is left out is at its selected container. */
export function outlineOf(
  workflow: DrawnWorkflow,
  pins: readonly Pin[],
  { findCalled, stepsMax }: OutlineTerms = ALONE,
): WorkflowOutline {
  const { name, file, platform, kind, activities } = workflow;
  const table = createTable();
  const selection = select(workflow, pins, stepsMax);
  const nodes = nodesOf(workflow, selection, table);
  const shownPlace = (node: number): number => {
    let at = node;
    while (at >= 0 && selection.placeOf(at) === -1) at = activities[at]!.parent;
    return at < 0 ? -1 : selection.placeOf(at);
  };
  return {
    name: stepName(name),
    file: stepName(file),
    platform,
    kind,
    steps: activities.length,
    nodes,
    calls: callsOf(workflow, selection, findCalled),
    places: placesOf(workflow, selection),
    edges: edgesOf(workflow, selection, table),
    pins: {
      print: pins.map(({ print }) => print),
      node: pins.map(({ node }) => shownPlace(node)),
      ...(pins.some(({ way }) => way !== undefined)
        ? { way: pins.map(({ way = NO_WAY }) => way.map(shownPlace)) }
        : {}),
    },
    texts: table.texts,
  };
}
