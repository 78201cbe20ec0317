/** Ends of the ways through all workflows of a project, and which of them lead to each other. */
import type { FlowEdge, FlowEnd } from '../../../model/data-flow/flow-facts.ts';
import type { Callee, CallFacts, Project, WorkflowFacts } from '../../../model/project.ts';

/** A way to another end of the same workflow. */
export interface FollowedWay {
  readonly edge: FlowEdge;
  readonly to: EndNode;
}

/** An end in its workflow. */
export interface EndNode {
  readonly in: WorkflowFacts;
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

const POSITION = /^\[(\d{1,4})\]$/;

/** Returns the name under which a callee knows what a call gives by its position. */
function bindingName(name: string, callee: WorkflowFacts): string {
  const position = POSITION.exec(name)?.[1];
  return position === undefined ? name : (callee.arguments[Number(position)]?.name.toLowerCase() ?? name);
}

/** Ends by their names: a helper that everything calls has thousands. */
class NamedEnds {
  private readonly byName = new Map<string, EndNode[]>();

  add(node: EndNode): void {
    const known = this.byName.get(node.end.name);
    if (known === undefined) this.byName.set(node.end.name, [node]);
    else known.push(node);
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
  private readonly called = new Map<WorkflowFacts, Map<number, Called>>();
  /** Results of each call, by its workflow and index. */
  private readonly results = new Map<WorkflowFacts, Map<number, NamedEnds>>();
  private readonly channels = new Map<string, EndNode[]>();
  private readonly links = new Map<EndNode, readonly EndLink[]>();

  constructor(project: Project) {
    this.project = project;
    for (const workflow of project.workflows) this.addWorkflow(workflow);
    for (const node of this.nodes) this.place(node);
  }

  private addWorkflow(workflow: WorkflowFacts): void {
    const { flows } = workflow;
    if (flows === undefined) return;
    const nodes = flows.ends.map((end): EndNode => ({ in: workflow, end, ways: [] }));
    for (const edge of flows.edges) nodes[edge.from]!.ways.push({ edge, to: nodes[edge.to]! });
    for (const node of nodes) this.nodes.push(node);
  }

  private place(node: EndNode): void {
    const { kind, name, page } = node.end;
    if (kind === 'in') this.calledAt(node.in, page).inputs.add(node);
    else if (kind === 'call-out') {
      this.resultsOf(node).add(node);
      this.calledBy(node)?.results.add(node);
    } else if (kind === 'channel-in') {
      const known = this.channels.get(name);
      if (known === undefined) this.channels.set(name, [node]);
      else known.push(node);
    }
  }

  private calledAt(workflow: WorkflowFacts, page: number): Called {
    let pages = this.called.get(workflow);
    if (pages === undefined) {
      pages = new Map();
      this.called.set(workflow, pages);
    }
    let called = pages.get(page);
    if (called === undefined) {
      called = new Called();
      pages.set(page, called);
    }
    return called;
  }

  private resultsOf({ in: workflow, end: { call } }: EndNode): NamedEnds {
    let calls = this.results.get(workflow);
    if (calls === undefined) {
      calls = new Map();
      this.results.set(workflow, calls);
    }
    let results = calls.get(call);
    if (results === undefined) {
      results = new NamedEnds();
      calls.set(call, results);
    }
    return results;
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
    let links = this.links.get(node);
    if (links === undefined) {
      links = this.find(node);
      this.links.set(node, links);
    }
    return links;
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
