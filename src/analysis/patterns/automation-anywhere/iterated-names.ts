/** Names of files and folders that a loop goes through: they are never empty inside it. */
import { ancestorsOf, isLive, literalOf, propertyOf } from '../../model/navigate.ts';
import type { Activity, Workflow } from '../../model/workflow.ts';
import { writtenBy } from './read-conditions.ts';

const ITERATOR = /^loop\.iterators\.(?:files?|folders?)/i;

/** Returns whether a loop goes through files or folders. */
const isOverFiles = (loop: Activity): boolean =>
  loop.role === 'loop' && ITERATOR.test(literalOf(propertyOf(loop, 'iterator.iteratorName')) ?? '');

/** Returns the keys of variables that only such a loop around a command writes. */
export function iteratedNames(workflow: Workflow, at: Activity): ReadonlySet<string> {
  const names = new Set([...ancestorsOf(workflow, at)].filter(isOverFiles).flatMap(writtenBy));
  if (names.size === 0) return names;
  for (const activity of workflow.activities)
    if (isLive(activity) && !isOverFiles(activity)) for (const key of writtenBy(activity)) names.delete(key);
  return names;
}
