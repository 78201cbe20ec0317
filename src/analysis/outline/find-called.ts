/** Targets of calls within a file. */
import { comparable } from '../../text/comparable-path.ts';
import type { Workflow } from '../model/workflow.ts';

/** Finds the workflow of a file that a call starts; -1 when it is not there. */
export type FindCalled = (target: string, from: Pick<Workflow, 'file'>) => number;

const NOWHERE: FindCalled = () => -1;

/** Indexes workflows by their identities, names and paths: vendors name the called one by any of these. */
export function findCalledIn(workflows: readonly Workflow[]): FindCalled {
  if (workflows.length < 2) return NOWHERE;
  const byIdentity = new Map<string, number>();
  const byPath = new Map<string, number>();
  for (const [index, { artifactKey, name, file }] of workflows.entries()) {
    for (const key of [artifactKey, name])
      if (key !== '' && !byIdentity.has(key.toLowerCase())) byIdentity.set(key.toLowerCase(), index);
    if (file !== '' && !byPath.has(comparable(file))) byPath.set(comparable(file), index);
  }
  return (target, { file }) => {
    const colons = target.indexOf('::');
    const named = byIdentity.get((colons === -1 ? target : target.slice(0, colons)).toLowerCase());
    if (named !== undefined) return named;
    const path = comparable(target);
    // Paths are relative to the project, whose root is some folder above the caller.
    for (let folder = comparable(file); folder !== ''; ) {
      const slash = folder.lastIndexOf('/');
      folder = slash === -1 ? '' : folder.slice(0, slash);
      const found = byPath.get(folder === '' ? path : `${folder}/${path}`);
      if (found !== undefined) return found;
    }
    return byPath.get(path) ?? -1;
  };
}
