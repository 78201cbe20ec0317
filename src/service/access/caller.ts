/** Principals of calls: an API key, a user, a CI job, another process of the installation, or an anonymous caller. */

import type { AuditActor } from '../../contract/audit.ts';
import type { WireCase } from '../../contract/wire-case.ts';
import type { Teams } from '../../infra/async/narrowing.ts';
import type { Scope } from './scopes.ts';
import type { SessionRecord } from './sessions/sessions-store.ts';
import type { ProvenContext } from './trust/proven-context.ts';

/** A caller whose credential and membership are proven. */
export interface Caller {
  readonly kind: 'key' | 'user' | 'workload';
  /**
   * Stable: the public id of the key, the subject of the token, or the trust policy and repository of a CI job. What a
   * caller made is known by it.
   */
  readonly actorId: string;
  /** Name of the key, of the person or of the run, as people know it. */
  readonly actorName: string;
  /** Of a user whose token carries one; keys have none. */
  readonly email: string | null;
  readonly orgId: string;
  readonly scopes: readonly Scope[];
  /** Ids of the teams whose repositories it is narrowed to; absent or null: it sees the whole organisation. */
  readonly teams?: Teams;
  /** The spelling that the key, or else the organisation, has decided on; null when neither has. */
  readonly wireCase: WireCase | undefined;
  /** Context of its run that the token of a CI job proves; absent: nothing is proven. */
  readonly proven?: ProvenContext | undefined;
  /** True: the token proves too that the run has the files of its branch, and none that a stranger chose. */
  readonly runsOwnBranch?: boolean;
  /** Session of a person at the web app; absent or null: the caller has another credential. */
  readonly session?: Pick<SessionRecord, 'id' | 'authenticatedAt'> | null;
}

/** A person who has signed in at the web app, for no organisation in particular. */
export interface Person {
  readonly kind: 'person';
  readonly session: SessionRecord;
}

/** Another process of the installation, whose requests name their organisation. */
interface Peer {
  readonly kind: 'peer';
}

/** Caller of an open method, without credentials. */
interface Anonymous {
  readonly kind: 'anonymous';
}

/** Sender of a call. Only a `Caller` belongs to an organisation. */
export type Principal = Caller | Person | Peer | Anonymous;

/** Returns whether a principal is an authenticated caller. */
export function isCaller(principal: Principal): principal is Caller {
  return principal.kind === 'key' || principal.kind === 'user' || principal.kind === 'workload';
}

/** The caller as the audit log names it. */
export function actorOf({ kind, actorId, actorName, email }: Caller): AuditActor {
  return { kind, id: actorId, name: actorName, email };
}
