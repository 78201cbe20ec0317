/** The use case of reading the call graph of a project. */
import type { CallGraph, GraphWorkflow } from '../../analysis/model/calls/call-graph.ts';
import { AppError } from '../../errors.ts';
import { readList } from '../../infra/database/bounded-read.ts';
import type { Sql } from '../../infra/database/connections.ts';
import { requireProject } from './read-project.ts';
import { type CalledFile, findCallGraph, listFileOutcomes } from './store/call-graphs.ts';
import type { ProjectRecord } from './store/project-record.ts';

/** Workflow of a call graph with the result of its file; null when there is none. */
export interface CalledWorkflow extends GraphWorkflow {
  readonly outcome: CalledFile | undefined;
}

/** Call graph with the results of its files. */
export interface ProjectCalls extends Omit<CallGraph, 'workflows'> {
  readonly workflows: readonly CalledWorkflow[];
}

/**
 * Reads which workflows of a project call each other.
 * @param check throws if the caller may not read the project
 * @throws AppError `not_found`, `call_graph_not_found`, `query_timeout`
 */
export async function readCallGraph(
  sql: Sql,
  orgId: string,
  id: string,
  check: (project: ProjectRecord) => void,
): Promise<ProjectCalls> {
  return readList(sql, orgId, async (transaction) => {
    const project = await requireProject(transaction, id);
    check(project);
    const graph = await findCallGraph(transaction, id);
    if (graph === undefined)
      throw new AppError(
        'call_graph_not_found',
        `The project ${id}, which is ${project.status}, has no call graph.`,
      );
    const paths = graph.workflows.flatMap(({ file }) => foldersOf(file));
    const outcomes = await listFileOutcomes(transaction, id, [...new Set(paths)]);
    const byPath = new Map(outcomes.map((outcome) => [outcome.path, outcome]));
    const outcomeOf = (file: string) =>
      foldersOf(file)
        .map((path) => byPath.get(path))
        .find((outcome) => outcome !== undefined);
    return {
      ...graph,
      workflows: graph.workflows.map((workflow) => ({ ...workflow, outcome: outcomeOf(workflow.file) })),
    };
  });
}

/** Returns a path and its folders, the innermost first: a workflow may be a member of a file that is an archive itself. */
function foldersOf(path: string): readonly string[] {
  const parts = path.split('/');
  return parts.map((_part, index) => parts.slice(0, parts.length - index).join('/'));
}
