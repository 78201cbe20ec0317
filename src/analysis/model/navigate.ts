/** Walks over the normal form: queries about a workflow's structure. */
import type { Activity, Anchor, Value, Workflow } from './workflow.ts';

/** Returns the container of an activity, or undefined at the top. */
export function parentOf(workflow: Workflow, activity: Activity): Activity | undefined {
  return workflow.activities[activity.parent];
}

/** Yields the containers of an activity, innermost first. */
export function* ancestorsOf(workflow: Workflow, activity: Activity): Generator<Activity> {
  for (let up = parentOf(workflow, activity); up !== undefined; up = parentOf(workflow, up)) yield up;
}

/** Returns whether an activity is another one, or anywhere inside of it. */
export function liesIn({ activities }: Workflow, inner: Activity, outer: Activity): boolean {
  // Containers come before their content.
  for (let at = inner.index; at >= outer.index; at = activities[at]!.parent)
    if (at === outer.index) return true;
  return false;
}

/** Returns the activities directly inside a container. */
export function childrenOf(workflow: Workflow, activity: Activity): readonly Activity[] {
  return workflow.children[activity.index]!.map((index) => workflow.activities[index]!);
}

/** Yields everything inside a container, at any depth, in document order. */
export function* descendantsOf(workflow: Workflow, activity: Activity): Generator<Activity> {
  // One stack instead of nested generators, each of which would pass on the items of the innermost.
  const stack = workflow.children[activity.index]!.toReversed();
  for (let index = stack.pop(); index !== undefined; index = stack.pop()) {
    yield workflow.activities[index]!;
    const inside = workflow.children[index]!;
    for (let i = inside.length - 1; i >= 0; i--) stack.push(inside[i]!);
  }
}

/** Returns the innermost container with one of these roles. */
export function enclosing(
  workflow: Workflow,
  activity: Activity,
  ...roles: readonly Activity['role'][]
): Activity | undefined {
  for (const up of ancestorsOf(workflow, activity)) if (roles.includes(up.role)) return up;
  return undefined;
}

/** Returns whether an activity can run: it is enabled and reachable. */
export function isLive(activity: Activity): boolean {
  return activity.enabled && activity.reachable;
}

/** Returns whether the activity that an anchor belongs to can run. */
export function isAnchorLive(workflow: Workflow, anchor: Anchor): boolean {
  const owner = workflow.activities[anchor.owner];
  return owner === undefined || isLive(owner);
}

/** Returns the property of this name (any letter case), or undefined. */
export function propertyOf(activity: Activity, name: string): Activity['properties'][number] | undefined {
  let wanted: string | undefined;
  for (const property of activity.properties) {
    if (property.name === name) return property;
    // Rules look up ASCII names, which only texts of the same length can match.
    if (property.name.length !== name.length) continue;
    wanted ??= name.toLowerCase();
    if (property.name.toLowerCase() === wanted) return property;
  }
  return undefined;
}

/** Returns the text of a value that is fixed in the file; undefined when it is computed at run time. */
export function literalOf(value: Value | undefined): string | undefined {
  if (value === undefined) return undefined;
  return value.expression === undefined ? value.text : value.expression.literal;
}

/** A text that every run has. */
export interface FixedText {
  readonly text: string;
  /** An expression has it in quotation marks, so that nothing converts it. */
  readonly isQuoted: boolean;
}

/** Returns the fixed text of a value; undefined for a computed one, and for an empty field. */
export function fixedTextOf(value: Value | undefined): FixedText | undefined {
  const text = literalOf(value);
  const isQuoted = value?.expression !== undefined;
  return text === undefined || (text.trim() === '' && !isQuoted) ? undefined : { text, isQuoted };
}

/** Returns the names from the outermost container down to the activity itself. */
export function nameChain(workflow: Workflow, owner: number): string[] {
  const names: string[] = [];
  for (let index = owner; index >= 0; index = workflow.activities[index]!.parent) {
    names.push(workflow.activities[index]!.name);
  }
  return names.reverse();
}
