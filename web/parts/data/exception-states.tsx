/** States of exceptions, and what each means for a finding. */
import type { ExceptionState } from '../../../src/contract/exception.ts';
import { Badge, type Tone } from './badge.tsx';

interface StateWords {
  readonly tone: Tone;
  /** State of the exception itself. */
  readonly name: string;
  /** State of a finding with that exception. */
  readonly ofFinding: string;
}

const STATES: Readonly<Record<ExceptionState, StateWords>> = {
  pending: { tone: 'accent', name: 'Pending', ofFinding: 'Exception requested' },
  approved: { tone: 'good', name: 'Approved', ofFinding: 'Waived' },
  rejected: { tone: 'bad', name: 'Rejected', ofFinding: 'Exception rejected' },
  expired: { tone: 'warning', name: 'Expired', ofFinding: 'Exception expired' },
  revoked: { tone: 'plain', name: 'Revoked', ofFinding: 'Exception revoked' },
};

/** Returns the words of a state; one that this version of the app does not know is shown as it is. */
function wordsOfState(state: string): StateWords {
  if (Object.hasOwn(STATES, state)) return STATES[state as ExceptionState];
  return { tone: 'plain', name: state, ofFinding: state };
}

/** Returns whether a finding with this state can get another exception: none is in force, and none waits. */
export function canBeRequested(state: string | null): boolean {
  return state !== 'approved' && state !== 'pending';
}

/** Returns what the state of its exception means for a finding. */
export function exceptionOfFinding(state: string): string {
  return state === 'none' ? 'No exception' : wordsOfState(state).ofFinding;
}

/** Shows the state of an exception. */
export function ExceptionStateBadge({ state }: { readonly state: string }) {
  const { tone, name } = wordsOfState(state);
  return <Badge tone={tone}>{name}</Badge>;
}

/** Shows what the state of its exception means for a finding; nothing where it has none. */
export function FindingExceptionBadge({ state }: { readonly state: string | null }) {
  if (state === null || state === 'none') return null;
  const { tone, ofFinding } = wordsOfState(state);
  return <Badge tone={tone}>{ofFinding}</Badge>;
}
