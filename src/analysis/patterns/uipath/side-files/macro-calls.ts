/** Steps that run macros, and why one fails. */
import { isLive, propertyOf } from '../../../model/navigate.ts';
import type { Clue } from '../../../model/project.ts';
import type { Workflow } from '../../../model/workflow.ts';
import type { Procedure } from '../../../semantics/scripts/vba-module.ts';
import { certainText } from '../texts/certain-text.ts';
import { argumentsTaken, listedCount } from './script-arguments.ts';

/** A step that runs a macro of a file. */
export interface MacroCall {
  readonly file: string;
  readonly macro: string;
  readonly count: number | undefined;
}

const TYPES = new Set(['InvokeVBA', 'InvokeVBAX']);

/** Returns the steps that run macros, as clues. */
export function macroCalls(workflow: Workflow): readonly Clue[] {
  return workflow.activities.flatMap((activity) => {
    if (!TYPES.has(activity.type) || !isLive(activity)) return [];
    const textOf = (name: string) => {
      const setting = propertyOf(activity, name);
      return setting && certainText(workflow, setting);
    };
    const [file, macro] = [textOf('CodeFilePath'), textOf('EntryMethodName')];
    if (file === undefined || macro === undefined) return [];
    const count = listedCount(propertyOf(activity, 'EntryMethodParameters'));
    // A macro may be named with its module.
    const call: MacroCall = { file, macro: macro.slice(macro.lastIndexOf('.') + 1), count };
    return [{ at: activity, data: call }];
  });
}

/** Returns why a macro cannot be run; undefined if it can. */
export function macroObjection(
  { macro, count }: MacroCall,
  procedures: readonly Procedure[],
): string | undefined {
  const called = procedures.filter(({ name }) => name.toLowerCase() === macro.toLowerCase());
  const [only] = procedures;
  if (called.length === 0)
    return `has no Sub or Function of this name${procedures.length === 1 ? `, only "${only!.name}"` : ''}`;
  if (count === undefined || called.some(({ min, max }) => min <= count && count <= max)) return undefined;
  return `declares it with ${argumentsTaken(called[0]!)}, and the step passes ${count}`;
}
