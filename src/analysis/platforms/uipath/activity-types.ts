/** Facts about activity types, as far as the reader uses them. */
import type { Role } from '../../model/workflow.ts';
import { outputsOf } from './outputs.ts';
import { CALL_TARGETS, ENDS_SEQUENCE, isKnownActivity, roleOfActivity } from './roles.ts';

/** Types with readers of their own. */
export type Special =
  | 'Flowchart'
  | 'StateMachine'
  | 'FlowDecision'
  | 'FlowSwitch'
  | 'Transition'
  | 'CommentOut'
  | 'Comment'
  | 'InvokeCode'
  | 'Catch'
  | 'If';

const SPECIALS: ReadonlySet<string> = new Set<Special>([
  'Flowchart',
  'StateMachine',
  'FlowDecision',
  'FlowSwitch',
  'Transition',
  'CommentOut',
  'Comment',
  'InvokeCode',
  'Catch',
  'If',
]);

export interface ActivityType {
  readonly role: Role;
  /** Listed, and therefore an activity wherever it stands. */
  readonly isKnown: boolean;
  /** Undefined for nearly all. */
  readonly special: Special | undefined;
  /** The next one in the same sequence never runs. */
  readonly endsSequence: boolean;
  /** The property that names what it starts. */
  readonly callTarget: string | undefined;
  /** Properties that it writes, beside those that every type writes. */
  readonly outputs: ReadonlySet<string>;
}

/** Looks up all facts of a type. */
export function activityType(type: string): ActivityType {
  return {
    role: roleOfActivity(type),
    isKnown: isKnownActivity(type),
    special: SPECIALS.has(type) ? (type as Special) : undefined,
    endsSequence: ENDS_SEQUENCE.has(type),
    callTarget: CALL_TARGETS.get(type),
    outputs: outputsOf(type),
  };
}
