/** Names of folders that are never part of a project: history of Git, installed packages, and our own cache. */
export const IGNORED_FOLDERS: ReadonlySet<string> = new Set(['.git', 'node_modules', '.flowarden']);
