/** Flows that a solution brings, and flows that only lie in its folder. */
import type { Callee, Project, ReferenceFacts, WorkflowFacts } from '../../../model/project.ts';

/** Id of a flow; a file whose name has none cannot be compared. */
const ID = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;

/**
 * Returns whether the solution brings a workflow. Folders often keep old flows that no part of the solution names: its import
 * does not touch them. Without any declared flow nothing is known.
 */
export function membership(project: Project): (workflow: WorkflowFacts) => boolean {
  const declared = new Set<string>();
  for (const { references } of project.workflows)
    for (const { kind, target } of references) if (kind === 'declared-workflow') declared.add(target);
  return ({ kind, file, artifactKey }) => {
    if (kind !== 'power-automate-flow' || declared.size === 0 || !ID.test(artifactKey)) return true;
    // An unpacked solution declares each flow in a file beside it.
    const isDeclaredBeside = project.hasFile(`${file.slice(project.root.length)}.data.xml`);
    return isDeclaredBeside || declared.has(artifactKey.toLowerCase());
  };
}

/** Returns the id of a called flow that the solution does not bring; undefined for any other callee. */
export function absentFlow(
  callee: Callee,
  isMember: (workflow: WorkflowFacts) => boolean,
): string | undefined {
  if (callee.status === 'missing') return callee.what;
  if (callee.status !== 'found' || isMember(callee.workflow)) return undefined;
  return callee.workflow.artifactKey.toLowerCase();
}

/** Type, and the solution of a component that exists only in the source environment: no other solution delivers it. */
const ONLY_THERE = /^(\w*) (?:active)?$/i;
/** Type of a custom connector. */
const CONNECTOR = '372';

/**
 * Returns what the lack of a component stops; undefined for one that another solution delivers. Custom connectors are
 * imported in a solution of their own, before the flows that use them, as Microsoft recommends.
 */
export function lackOf({ kind, detail }: ReferenceFacts): 'flow' | 'connector' | undefined {
  const type = kind === 'missing' ? ONLY_THERE.exec(detail)?.[1] : undefined;
  if (type === undefined) return undefined;
  return type === CONNECTOR ? 'connector' : 'flow';
}
