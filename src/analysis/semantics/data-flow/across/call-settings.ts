/** Settings of calls that give values to other files, or get values from them. */
import { isLive } from '../../../model/navigate.ts';
import type { Activity, Binding, Call, Workflow } from '../../../model/workflow.ts';

/** A setting of a call that is the value of an argument, or a part of it. */
export interface CallSetting {
  readonly activity: Activity;
  /** Index of the setting. */
  readonly property: number;
  /** Index among the calls that can run. */
  readonly call: number;
  readonly binding: Binding;
}

/** A call that can run, with its step. */
export interface LiveCall {
  readonly call: Call;
  readonly activity: Activity;
  /** Index among the calls that can run. */
  readonly index: number;
}

/** Returns the calls that can run and lead to other files, numbered as the facts of the workflow number them. */
export function callsToOthers({ calls, activities }: Workflow): readonly LiveCall[] {
  const found: LiveCall[] = [];
  let index = -1;
  for (const call of calls) {
    const activity = activities[call.owner];
    if (activity === undefined || !isLive(activity)) continue;
    index += 1;
    // Pages of one process are followed within their file.
    if (activity.type !== 'SubSheet') found.push({ call, activity, index });
  }
  return found;
}

/** Parts of a dotted name that are looked at. */
const PARTS_MAX = 12;

/** Yields the settings of a call with the arguments that they are parts of. A list or record has a setting each part. */
export function* callSettings({ call, activity, index }: LiveCall): Generator<CallSetting> {
  const byName = new Map<string, Binding>();
  for (const binding of call.bindings) {
    byName.set(binding.value.name, binding);
    for (const holder of ['inputs.body', 'inputs.parameters'])
      byName.set(`${holder}.${binding.name}`, binding);
  }
  if (byName.size === 0) return;
  for (const [property, { name }] of activity.properties.entries()) {
    let binding = byName.get(name);
    for (
      let end = name.indexOf('.'), part = 0;
      binding === undefined && end !== -1 && part < PARTS_MAX;
      part += 1
    ) {
      binding = byName.get(name.slice(0, end));
      end = name.indexOf('.', end + 1);
    }
    if (binding !== undefined) yield { activity, property, call: index, binding };
  }
}
