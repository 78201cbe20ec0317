/** State of reading one Robin script: the container of the next statement, and the symbols so far. */
import { AppError } from '../../../../errors.ts';
import type { UnreadKind } from '../../../model/unread.ts';
import type { Activity, Property, Role } from '../../../model/workflow.ts';
import { addActivity, type DraftActivity } from '../../draft.ts';
import { READ_LIMITS } from '../../limits.ts';
import { robinKey } from './expressions.ts';
import type { Statement } from './statements.ts';
import type { RobinReader } from './values.ts';

/** An open block: the statements up to its `END` belong to `activity`, in `slot`. */
export interface Frame {
  readonly kind: 'script' | 'page' | 'branch' | 'loop' | 'block' | 'handler';
  /** -1 at the top of copied actions, which have no subflow. */
  readonly activity: number;
  slot: string;
  /** The last activity in it, whose errors an `ON ERROR` handles. */
  last: number;
  /** Number of further conditions in the branch: `ELSE IF`, `CASE`. */
  conditions: number;
  readonly enabled: boolean;
}

export interface ScriptWalk extends RobinReader {
  /** Never empty: the first is the script, or the subflow that is being read. */
  readonly frames: Frame[];
  /** Names of variables that are marked as sensitive, as keys. */
  readonly sensitive: ReadonlySet<string>;
  /** Keys of the inputs, outputs and variables that are declared already. */
  readonly declared: Set<string>;
  /** Pages by name in lower case. */
  readonly pages: Map<string, number>;
  /** By page and name in lower case: the activity of the label. */
  readonly labels: Map<string, number>;
  readonly jumps: { readonly activity: DraftActivity; readonly label: string; readonly page: number }[];
  /** True for a whole flow, false for actions that were copied out of one. */
  readonly whole: boolean;
  /** The last row of the designer in this subflow. */
  row: number;
  /** Position of the statements that could not be parsed: one part for each run of them. */
  unreadFrom: number;
  /** Kind of the part that this statement begins or is in. */
  unreadKind: UnreadKind | undefined;
}

/** Returns the innermost open frame. */
export function frameOf(walk: ScriptWalk): Frame {
  return walk.frames.at(-1)!;
}

/** Opens a frame for the following statements. */
export function openFrame(
  walk: ScriptWalk,
  kind: Frame['kind'],
  activity: DraftActivity,
  slot: string,
): void {
  if (walk.frames.length >= READ_LIMITS.jsonDepthMax) {
    throw new AppError(
      'structure_limit_exceeded',
      `The desktop flow has more than ${READ_LIMITS.jsonDepthMax} blocks inside one another.`,
    );
  }
  walk.frames.push({
    kind,
    activity: activity.index,
    slot,
    last: -1,
    conditions: 0,
    enabled: activity.enabled,
  });
}

/** Returns the frame at the top: a subflow, or with -1 the actions that were copied out of one. */
export function topFrame(activity: number): Frame {
  const kind = activity === -1 ? 'script' : 'page';
  return { kind, activity, slot: '', last: -1, conditions: 0, enabled: true };
}

/** Returns the subflow that is being read, or -1. */
export function pageOf(walk: ScriptWalk): number {
  return walk.frames[0]!.activity;
}

/** Returns whether the walk is in an error handler. Its content is set in a dialog and has no row of its own. */
export function inHandler(walk: ScriptWalk): boolean {
  return walk.frames.some((frame) => frame.kind === 'handler');
}

/** Adds the activity of a statement to the innermost frame. */
export function addStep(
  walk: ScriptWalk,
  statement: Statement,
  fields: { readonly type: string; readonly role: Role; readonly name: string },
): DraftActivity {
  const frame = frameOf(walk);
  const row: Pick<Activity, 'editorLine'> = walk.whole && walk.row > 0 ? { editorLine: walk.row } : {};
  const activity = addActivity(walk.draft, {
    ...fields,
    ...row,
    at: statement.start,
    parent: frame.activity,
    slot: frame.slot,
    id: '',
    enabled: frame.enabled && !statement.disabled,
  });
  frame.last = activity.index;
  return activity;
}

/** Declares the variables that an activity writes for the first time: Robin has no other declaration. */
export function declareWritten(walk: ScriptWalk, properties: readonly Property[], enabled: boolean): void {
  for (const property of properties) {
    if (property.direction !== 'out') continue;
    // `Config['Path']` and `%Config%` write Config.
    const name = property.expression?.tokens.find((token) => token.kind === 'name')?.text;
    if (name === undefined || walk.declared.has(robinKey(name))) continue;
    walk.declared.add(robinKey(name));
    walk.draft.variables.push({
      at: property.at,
      owner: -1,
      name,
      key: robinKey(name),
      type: '',
      secure: walk.sensitive.has(robinKey(name)),
      default: undefined,
      enabled,
    });
  }
}

/** Records a statement that could not be parsed; a run of them is one part. */
export function skipStatement(
  walk: ScriptWalk,
  statement: Statement,
  reason: string,
  kind: UnreadKind = 'unknown-statement',
): void {
  const { draft } = walk;
  if (kind !== walk.unreadKind || walk.unreadFrom === -1)
    draft.unread.push({ at: statement.start, owner: pageOf(walk), name: '', kind, reason });
  walk.unreadKind = kind;
  walk.unreadFrom = statement.start;
}
