/** Ends of the ways through all workflows of a project, and which of them lead to each other. */
import type { FlowEdge, FlowEnd } from '../../../model/data-flow/flow-facts.ts';
import type { CallFacts, Project, WorkflowFacts } from '../../../model/project.ts';

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

/** Returns the link between an end and one that has names as its members, or the same name; undefined for another one. */
function linkTo(to: EndNode, name: string): EndLink | undefined {
  if (to.end.name === '*') return { to, members: [...(to.end.prefix ?? []), name] };
  return to.end.name === name ? { to, members: NO_MEMBERS } : undefined;
}

/** A workflow, or one page of it, as others call it. */
class Called {
  readonly inputs: EndNode[] = [];
  readonly outputs: EndNode[] = [];
  /** Results of the calls of it. */
  readonly results: EndNode[] = [];
}

/** The ends of one project. */
export class ProjectEnds {
  readonly nodes: EndNode[] = [];
  private readonly project: Project;
  private readonly called = new Map<WorkflowFacts, Map<number, Called>>();
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
    if (kind === 'in') this.calledAt(node.in, page).inputs.push(node);
    else if (kind === 'out') this.calledAt(node.in, page).outputs.push(node);
    else if (kind === 'call-out') this.calleeOf(node)?.results.push(node);
    else if (kind === 'channel-in') {
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

  private calleeOf({ in: workflow, end }: EndNode): Called | undefined {
    const call: CallFacts | undefined = workflow.calls[end.call];
    const callee = call === undefined ? undefined : this.project.calleeOf(workflow, call);
    return callee?.status === 'found' ? this.calledAt(callee.workflow, callee.page) : undefined;
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
    if (kind === 'out') return this.calledAt(node.in, page).results.flatMap((to) => linkTo(to, name) ?? []);
    if (kind !== 'call-in') return NO_LINKS;
    return (this.calleeOf(node)?.inputs ?? []).flatMap((to) => linkTo(to, bindingName(name, to.in)) ?? []);
  }
}
