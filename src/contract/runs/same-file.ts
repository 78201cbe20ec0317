/** Identity of a file across runs, for the search for a predecessor and for exceptions. */

import { exceptionScopeOf, originOf, type PipelineContext } from '../ci-context.ts';
import { ANY, type ExceptionScope, readPattern } from '../exception.ts';
import { baseName } from '../file-path.ts';

/** A file over all its runs and branches. */
export interface FileIdentity {
  /** Distinguishes equal paths of different automations: `originOf` the run's pipeline. */
  readonly scope: string | null;
  readonly path: string;
  /** Name in runs and exceptions that were stored before paths were; null when those had the path already. */
  readonly formerName: string | null;
}

/** Returns the identity of a file that was submitted by itself. */
export function fileOf(path: string, pipeline: PipelineContext | null): FileIdentity {
  return { scope: originOf(pipeline), path, formerName: baseName(path) };
}

/** Returns the identity of a file in the archive of a project; its path was always stored. */
export function archivedFileOf(path: string, pipeline: PipelineContext | null): FileIdentity {
  return { scope: originOf(pipeline), path, formerName: null };
}

/** Returns the identity by which exceptions are found for a file: with their scope in place of the run's. */
export function forExceptions(file: FileIdentity, pipeline: PipelineContext | null): FileIdentity {
  return { ...file, scope: exceptionScopeOf(pipeline) };
}

/** Returns whether an exception is for this file. */
export function isForFile(
  { fileName, repository, byBaseName }: Pick<ExceptionScope, 'fileName' | 'repository' | 'byBaseName'>,
  { scope, path, formerName }: FileIdentity,
): boolean {
  if (repository !== ANY && repository !== scope) return false;
  const fits = readPattern(fileName);
  return fits(path) || (byBaseName && formerName !== null && fits(formerName));
}
