/** Files that packing a project adds to it, and where a package holds the project. Source: published packages. */

const ADDED =
  /(?:^|\/)(?:CoverageMergeHelperWorkflow\.xaml|PerformanceTestingBootloaderWorkflow\.cs|bindings_v2\.json)$|(?:^|\/)\.codedworkflows\//i;

/** Returns whether a file of a package is one that packing adds. */
export const isAddedByPacking = (path: string): boolean => ADDED.test(path);

/** Folder of a package that holds the project. Postgres reads the pattern too. */
export const PROJECT_FOLDER = /^(?:content|lib\/net45)\//i;

/** Assemblies that packing builds, with their symbols; those in `content/` belong to the project, as they do in its folder. */
const BUILT = /^lib\/.*\.dll$|\.pdb$/i;

/** Returns the path in its project of a file in a package; undefined for the package's own files and what packing built. */
export function packedPath(path: string): string | undefined {
  const folder = PROJECT_FOLDER.exec(path)?.[0];
  return folder === undefined || BUILT.test(path) ? undefined : path.slice(folder.length);
}
