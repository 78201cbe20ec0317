/** Paths that the manifests of solutions in Git list, and what lies beside them in the same folders. */
import type { Project, WorkflowFacts } from '../../../model/project.ts';

/** Manifest that lists the paths of a solution. */
const LIST = /(?:^|\/)solutions\/[^/]{1,100}\/solutioncomponents\.ya?ml$/i;

/** Paths that the manifests of one folder of solutions list, in lower case. */
interface Listed {
  /** Folder around `solutions`, with a `/` at the end; '' for the upload. */
  readonly root: string;
  readonly paths: ReadonlySet<string>;
  /** Folders at the top of these paths. */
  readonly tops: ReadonlySet<string>;
  /** Ids and names of components: the last parts of these paths. */
  readonly names: ReadonlySet<string>;
}

const rootOf = (file: string): string => file.slice(0, file.search(/(?:^|(?<=\/))solutions\//i));

/** Returns what the manifests list, by the folder that they are in. */
function listsOf({ workflows }: Project): readonly Listed[] {
  const lists = workflows.filter(({ file }) => LIST.test(file));
  return [...Map.groupBy(lists, ({ file }) => rootOf(file))].map(([root, manifests]) => {
    const paths = new Set(
      manifests.flatMap(({ references }) =>
        references.flatMap(({ kind, target }) => (kind === 'declared-path' ? [target.toLowerCase()] : [])),
      ),
    );
    const parts = [...paths].map((path) => path.split('/'));
    return {
      root,
      paths,
      tops: new Set(parts.map(([top]) => top!)),
      names: new Set(parts.map((names) => names.at(-1)!.replace(/\.\w{1,8}$/, ''))),
    };
  });
}

/** Id at the end of the name of a flow. */
const ID = /[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}/g;

/** Returns whether a manifest lists a file: by itself, by a folder around it, or by the id or name of its component. */
function isListed({ paths, names }: Listed, path: string): boolean {
  const parts = path.split('/');
  if (parts.some((_, i) => paths.has(parts.slice(0, i + 1).join('/')))) return true;
  if (parts.slice(1).some((part) => names.has(part.replace(/\.\w{1,8}$/, '')))) return true;
  return (path.match(ID) ?? []).some((id) => names.has(id));
}

/**
 * Yields the workflows that lie among the components of a solution and that no manifest lists. Only folders count of which
 * a manifest lists something.
 */
export function* unlistedWorkflows(project: Project): Generator<WorkflowFacts> {
  for (const listed of listsOf(project))
    for (const workflow of project.workflows) {
      const { file, kind } = workflow;
      if (kind === 'power-automate-solution' || !file.startsWith(listed.root)) continue;
      const path = file.slice(listed.root.length).toLowerCase();
      if (listed.tops.has(path.split('/')[0]!) && !isListed(listed, path)) yield workflow;
    }
}
