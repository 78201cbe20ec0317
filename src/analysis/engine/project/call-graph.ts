/** Call graph of an upload: its workflows, and what each of them calls. */
import type { CallEdge, CallGraph, GraphWorkflow } from '../../model/calls/call-graph.ts';
import { pageCallsOf } from '../../model/calls/page-calls.ts';
import type { Callee, CallFacts, Project, WorkflowFacts } from '../../model/project.ts';
import { stepName } from '../../outline/step-name.ts';

/** Bounds of a call graph. */
export interface CallGraphLimits {
  readonly workflowsMax: number;
  readonly callsMax: number;
}

/** Calls of one workflow to one target, while they are collected. */
interface OpenCall extends Pick<CallEdge, 'target' | 'status'> {
  readonly from: WorkflowFacts;
  readonly to: WorkflowFacts | undefined;
  count: number;
  isCircular: boolean;
}

/** Collects the calls of all projects, in the order of their callers. Calls of pages within a workflow are left out. */
export function callGraphOf(
  projects: readonly Project[],
  { workflowsMax, callsMax }: CallGraphLimits,
): CallGraph {
  const members = new Set<WorkflowFacts>();
  const calls: OpenCall[] = [];
  let isComplete = true;
  for (const project of projects) {
    const circular = circularCalls(project);
    for (const from of project.workflows) {
      const known = new Map<unknown, OpenCall>();
      for (const call of from.calls) {
        const callee = project.calleeOf(from, call);
        if (isWithin(from, callee)) continue;
        const { status } = callee;
        const to = status === 'found' ? callee.workflow : undefined;
        const target = to === undefined ? targetOf(call) : '';
        const key = to ?? `${status} ${target}`;
        const before = known.get(key);
        if (before !== undefined) {
          before.count += 1;
          before.isCircular ||= circular.has(call);
          continue;
        }
        const added = [from, ...(to === undefined ? [] : [to])].filter((one) => !members.has(one));
        if (calls.length >= callsMax || members.size + new Set(added).size > workflowsMax) {
          isComplete = false;
          continue;
        }
        for (const one of added) members.add(one);
        const made = { from, to, target, status, count: 1, isCircular: circular.has(call) };
        known.set(key, made);
        calls.push(made);
      }
    }
  }
  const places = new Map([...members].map((workflow, place) => [workflow, place]));
  return {
    workflows: [...members].map(toGraphWorkflow),
    calls: calls.map(({ from, to, ...call }) => ({
      from: places.get(from)!,
      to: to === undefined ? -1 : places.get(to)!,
      ...call,
    })),
    isComplete,
  };
}

function circularCalls(project: Project): ReadonlySet<CallFacts> {
  const found = new Set<CallFacts>();
  for (const { edges, head } of pageCallsOf(project))
    for (const { to, call } of edges) if (to.head === head) found.add(call);
  return found;
}

/** Returns whether a call only leads to another page of its workflow. */
function isWithin(from: WorkflowFacts, callee: Callee): boolean {
  if (callee.status === 'missing') return callee.what.startsWith('page:');
  return callee.status === 'found' && callee.workflow === from && callee.page !== -1;
}

const UUID = /^\{?[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}\}?$/i;

/** Names what a call is for. Ids are for programs: the step has a name. */
function targetOf({ target, step }: CallFacts): string {
  if (target === undefined) return '';
  return stepName(UUID.test(target) ? step : target);
}

function toGraphWorkflow({ name, file, platform }: WorkflowFacts): GraphWorkflow {
  return { name: stepName(name), file, platform };
}
