/** Channel to an audit target: takes events in their order, and says how many of them the target has confirmed. */
import { shortened } from '../../webhooks/sending/shortened.ts';
import type { AuditEvent } from '../formats/audit-event.ts';

/** Time of one attempt, from the look-up of the name to the confirmation. */
export const ATTEMPT_MS_MAX = 30_000;

/** Channel to one target, with what it needs already open. */
export interface TargetChannel {
  /** Events that one call of `send` may get. */
  readonly eventsMax: number;
  /**
   * Sends events. Returns how many of the first ones the target has confirmed, and what was wrong with the next one.
   * @throws SendProblem when it has confirmed none
   */
  send(events: readonly AuditEvent[]): Promise<Confirmed>;
  close(): Promise<void>;
}

/** Confirmation of a target. */
export interface Confirmed {
  /** The first ones, without a gap. */
  readonly count: number;
  /** Reason why the next one was not taken; null: all were. */
  readonly problem: string | null;
}

/** Failed attempt: its message is a sentence for the administrators of the target. */
export class SendProblem extends Error {
  /** Wait that the target requested. */
  readonly retryAfterMs: number | null;

  constructor(message: string, retryAfterMs: number | null = null) {
    super(message);
    this.retryAfterMs = retryAfterMs;
  }
}

/** Sentences about what is wrong, by the outcome of an attempt without an answer. */
const SENTENCES = {
  address_not_allowed:
    'The address is not public. The operator may allow its network with FLOWARDEN_AUDIT_NETWORKS.',
  timeout: 'The target did not answer in time.',
  name_not_resolved: 'The name of the target could not be looked up.',
  tls_failed: 'TLS failed. Check the certificate of the target and `authorities`.',
  invalid_response: 'The answer is not HTTP.',
  connection_failed: 'The connection failed.',
} as const;

/** Says what is wrong with an attempt that brought no answer. */
export function sendProblem(outcome: string, message: string): SendProblem {
  const sentence = SENTENCES[outcome as keyof typeof SENTENCES] ?? SENTENCES.connection_failed;
  return new SendProblem(outcome === 'address_not_allowed' ? sentence : `${sentence} ${shortened(message)}`);
}
