/** Ends of the ways through all workflows of a project, and which of them lead to each other. */
import type { FlowEdge, FlowEnd, FlowFacts } from '../../../model/data-flow/flow-facts.ts';
import type { Callee, CallFacts, Project, WorkflowFacts } from '../../../model/project.ts';

/** A way to another end of the same workflow. */
export interface FollowedWay {
  readonly edge: FlowEdge;
  readonly to: EndNode;
}

/** An end in its workflow. */
export interface EndNode {
  readonly in: WorkflowFacts;
  readonly flows: FlowFacts;
  readonly end: FlowEnd;
  readonly ways: FollowedWay[];
}

/** An end that another one leads to; the members below which the value stands there. */
export interface EndLink {
  readonly to: EndNode;
  readonly members: readonly string[];
}

const NO_LINKS: readonly EndLink[] = [];
const NO_MEMBERS: readonly string[] = [];

/** Names of arguments that a call gives by their positions. */
export const POSITION = /^\[(\d{1,4})\]$/;

/** Returns the name under which a callee knows what a call gives by its position. */
function bindingName(name: string, callee: WorkflowFacts): string {
  const position = POSITION.exec(name)?.[1];
  return position === undefined ? name : (callee.arguments[Number(position)]?.name.toLowerCase() ?? name);
}

/** Returns the value of a key; the first time, makes it. */
function heldIn<Key, Value extends {}>(map: Map<Key, Value>, key: Key, make: () => Value): Value {
  const known = map.get(key);
  if (known !== undefined) return known;
  const made = make();
  map.set(key, made);
  return made;
}

/** Ends by their names: a helper that everything calls has thousands. */
class NamedEnds {
  private readonly byName = new Map<string, EndNode[]>();

  add(node: EndNode): void {
    heldIn(this.byName, node.end.name, () => []).push(node);
  }

  /** Returns the links to the ends of a name, and to those that have it as a member. */
  linksTo(name: string): readonly EndLink[] {
    const own = name === '*' ? [] : (this.byName.get(name) ?? []);
    const open = this.byName.get('*') ?? [];
    return [
      ...own.map((to) => ({ to, members: NO_MEMBERS })),
      ...open.map((to) => ({ to, members: [...(to.end.prefix ?? []), name] })),
    ];
  }
}

/** A workflow, or one page of it, as others call it. */
class Called {
  readonly inputs = new NamedEnds();
  /** Results of the calls of it. */
  readonly results = new NamedEnds();
}

/** The ends of one project. */
export class ProjectEnds {
  readonly nodes: EndNode[] = [];
  private readonly project: Project;
  private readonly by: string;
  private readonly called = new Map<WorkflowFacts, Map<number, Called>>();
  /** Results of each call, by its workflow and index. */
  private readonly results = new Map<WorkflowFacts, Map<number, NamedEnds>>();
  private readonly channels = new Map<string, EndNode[]>();
  private readonly links = new Map<EndNode, readonly EndLink[]>();

  /** @param by rule whose tables its data is followed by; '': all without tables of their own */
  constructor(project: Project, by: string) {
    this.project = project;
    this.by = by;
    for (const workflow of project.workflows) this.addWorkflow(workflow);
    for (const node of this.nodes) this.place(node);
  }

  private addWorkflow(workflow: WorkflowFacts): void {
    const flows = workflow.flows?.[this.by];
    if (flows === undefined) return;
    const nodes = flows.ends.map((end): EndNode => ({ in: workflow, flows, end, ways: [] }));
    for (const edge of flows.edges) nodes[edge.from]!.ways.push({ edge, to: nodes[edge.to]! });
    for (const node of nodes) this.nodes.push(node);
  }

  private place(node: EndNode): void {
    const { kind, name, page } = node.end;
    if (kind === 'in') this.calledAt(node.in, page).inputs.add(node);
    else if (kind === 'call-out') {
      this.resultsOf(node).add(node);
      this.calledBy(node)?.results.add(node);
    } else if (kind === 'channel-in') heldIn(this.channels, name, () => []).push(node);
  }

  private calledAt(workflow: WorkflowFacts, page: number): Called {
    const pages = heldIn(this.called, workflow, () => new Map<number, Called>());
    return heldIn(pages, page, () => new Called());
  }

  private resultsOf({ in: workflow, end: { call } }: EndNode): NamedEnds {
    const calls = heldIn(this.results, workflow, () => new Map<number, NamedEnds>());
    return heldIn(calls, call, () => new NamedEnds());
  }

  private foundCallee({ in: workflow, end }: EndNode): (Callee & { readonly status: 'found' }) | undefined {
    const call: CallFacts | undefined = workflow.calls[end.call];
    const callee = call === undefined ? undefined : this.project.calleeOf(workflow, call);
    return callee?.status === 'found' ? callee : undefined;
  }

  private calledBy(node: EndNode): Called | undefined {
    const callee = this.foundCallee(node);
    return callee && this.calledAt(callee.workflow, callee.page);
  }

  /** Returns where an output of a callee leads in the call that an argument belongs to. */
  linksBack(giver: EndNode, output: EndNode): readonly EndLink[] {
    return this.resultsOf(giver).linksTo(output.end.name);
  }

  /** Returns where an end leads in other workflows: an argument to the callee, an output to the callers, a channel to its readers. */
  linksOf(node: EndNode): readonly EndLink[] {
    return heldIn(this.links, node, () => this.find(node));
  }

  private find(node: EndNode): readonly EndLink[] {
    const { kind, name, page } = node.end;
    if (kind === 'channel-out')
      return (this.channels.get(name) ?? []).map((to) => ({ to, members: node.end.prefix ?? NO_MEMBERS }));
    if (kind === 'out') return this.calledAt(node.in, page).results.linksTo(name);
    const callee = kind === 'call-in' ? this.foundCallee(node) : undefined;
    if (callee === undefined) return NO_LINKS;
    const { workflow, page: called } = callee;
    return this.calledAt(workflow, called).inputs.linksTo(bindingName(name, workflow));
  }
}
