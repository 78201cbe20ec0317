/** Steps that load Python files and call their functions, as clues. */
import { ancestorsOf, isLive, propertyOf } from '../../../model/navigate.ts';
import type { Clue } from '../../../model/project.ts';
import type { Activity, Workflow } from '../../../model/workflow.ts';
import { certainText } from '../texts/certain-text.ts';
import { listedCount } from './script-arguments.ts';

/** Clue of a step: `load` names the file that it reads, `call` the function and the files that may have it. */
export type PythonStep =
  | {
      readonly kind: 'load';
      readonly files: readonly string[];
      readonly type: string;
      readonly hasFolder: boolean;
    }
  | {
      readonly kind: 'call';
      readonly files: readonly string[];
      readonly name: string;
      readonly count: number | undefined;
    };
const LOADS = new Set(['LoadScript', 'RunScript']);
const CALLS = new Set(['InvokeMethod', 'InvokePythonMethod']);

/** Returns the path that a step loads, alone and below the folder that its scope works in. */
function pathsOf(
  workflow: Workflow,
  load: Activity,
): { readonly files: readonly string[]; readonly hasFolder: boolean } {
  const setting = propertyOf(load, 'File');
  const file = setting && certainText(workflow, setting);
  const scope = [...ancestorsOf(workflow, load)].find(({ type }) => type === 'PythonScope');
  const folder = scope && propertyOf(scope, 'WorkingFolder');
  const below = folder && certainText(workflow, folder);
  const files = file === undefined ? [] : [file, ...(below ? [`${below}/${file}`] : [])];
  return { files, hasFolder: folder !== undefined };
}

/** Yields the steps that load files or call their functions. */
export function* pythonStepClues(workflow: Workflow): Generator<Clue> {
  const steps = workflow.activities.filter((activity) => isLive(activity));
  const loads = steps.filter(({ type }) => LOADS.has(type));
  const resultOf = (load: Activity) => propertyOf(load, 'Result')?.expression?.mentions[0];
  const clue = (at: Activity, content: PythonStep): Clue => ({ at, data: content });
  for (const load of loads) {
    const { files, hasFolder } = pathsOf(workflow, load);
    if (files.length > 0) yield clue(load, { kind: 'load', files, type: load.type, hasFolder });
  }
  for (const call of steps) {
    const [instance, named] = [propertyOf(call, 'Instance'), propertyOf(call, 'Name')];
    const name = named && certainText(workflow, named);
    const handle = instance?.expression?.mentions[0];
    if (!CALLS.has(call.type) || name === undefined || handle === undefined) continue;
    const sources = loads.filter((load) => load.type === 'LoadScript' && resultOf(load) === handle);
    const [source] = sources;
    if (source === undefined || sources.length > 1) continue;
    const count = listedCount(propertyOf(call, 'Parameters'));
    yield clue(call, { kind: 'call', files: pathsOf(workflow, source).files, name, count });
  }
}
