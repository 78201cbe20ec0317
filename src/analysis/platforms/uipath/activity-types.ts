/** What the reader knows about the activities of one type. */
import type { Role } from '../../model/workflow.ts';
import { outputsOf } from './outputs.ts';
import { CALL_TARGETS, ENDS_SEQUENCE, isKnownActivity, roleOf } from './roles.ts';

/** Types that are read in a way of their own. */
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
  /** Properties that it writes, beside those that are written wherever they occur. */
  readonly outputs: ReadonlySet<string>;
}

/** Looks everything up. */
export function activityType(type: string): ActivityType {
  return {
    role: roleOf(type),
    isKnown: isKnownActivity(type),
    special: SPECIALS.has(type) ? (type as Special) : undefined,
    endsSequence: ENDS_SEQUENCE.has(type),
    callTarget: CALL_TARGETS.get(type),
    outputs: outputsOf(type),
  };
}
