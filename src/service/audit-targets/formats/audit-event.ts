/** Events for audit targets: entries of the audit log, security events, and tests. */
import type { AuditRecord } from '../../../contract/audit.ts';
import type { SecurityEvent } from '../../audit/events/security-event.ts';

/** Event to be sent. */
export type AuditEvent =
  | { readonly kind: 'entry'; readonly entry: AuditRecord }
  | { readonly kind: 'security'; readonly event: SecurityEvent }
  | {
      readonly kind: 'test';
      readonly orgId: string;
      readonly id: string;
      readonly at: Date;
      readonly targetName: string;
    };

/** Facts that every event has. */
export interface EventHead {
  /** Identity, which repeated sending does not change. */
  readonly uid: string;
  readonly at: Date;
  /** Action, named as in the audit log, such as `api_key.created`. */
  readonly code: string;
  /** Says in a sentence what happened. */
  readonly sentence: string;
  /** Log that numbers it. */
  readonly log: 'audit' | 'security';
  readonly orgId: string;
  /** Number in its log; null: a test has none. */
  readonly sequence: number | null;
  readonly requestId: string | null;
}

/** Returns the facts that every event has. */
export function headOf(event: AuditEvent): EventHead {
  if (event.kind === 'test') {
    const { orgId, id, at, targetName } = event;
    const sentence = `Test of the audit target ${targetName}`;
    const uid = `${orgId}-test-${id}`;
    return {
      uid,
      at,
      code: 'audit_target.test_event',
      sentence,
      log: 'audit',
      orgId,
      sequence: null,
      requestId: null,
    };
  }
  if (event.kind === 'security') {
    const { orgId, sequence, occurredAt: at } = event.event;
    const uid = `${orgId}-security-${sequence}`;
    return { uid, at, log: 'security', orgId, sequence, requestId: null, ...wordsOf(event.event) };
  }
  const { orgId, sequence, occurredAt: at, action: code, actor, target, requestId } = event.entry;
  const sentence = `${code} by ${actor.name}: ${target.name}`;
  return { uid: `${orgId}-${sequence}`, at, code, sentence, log: 'audit', orgId, sequence, requestId };
}

function wordsOf(event: SecurityEvent): Pick<EventHead, 'code' | 'sentence'> {
  switch (event.kind) {
    case 'sign_ins': {
      const { name, way, address } = event.data;
      return { code: 'sign_in.succeeded', sentence: `${name} signed in by ${way} from ${address}` };
    }
    case 'rejections': {
      const { code, method, actor, count } = event.data;
      const calls = count === 1 ? 'A call' : `${count} calls`;
      const sentence = `${calls} of ${actor?.name ?? 'an unknown caller'} to ${method ?? 'several methods'}: ${code}`;
      return { code: `rejection.${code}`, sentence };
    }
    case 'verdicts': {
      const { passed, fileName, score } = event.data;
      const verdict = passed ? 'passed' : 'failed';
      return { code: `gate.${verdict}`, sentence: `${fileName} ${verdict} the gate with the score ${score}` };
    }
  }
}
