/** Security events besides the audit log: sign-ins, rejected calls, verdicts of the gate. */
import type { AuditActor } from '../../../contract/audit.ts';
import type { FileResultEvent } from '../../../contract/event.ts';

/** Kinds of security events that an audit target may get. */
export const SECURITY_EVENT_KINDS = ['sign_ins', 'rejections', 'verdicts'] as const;
export type SecurityEventKind = (typeof SECURITY_EVENT_KINDS)[number];

/** Ways to sign in. */
export type SignInWay = 'password' | 'link' | 'provider';

/** Sign-in of a member. */
export interface SignInFacts {
  readonly way: SignInWay;
  /** Subject of the person. */
  readonly subject: string;
  readonly name: string;
  readonly email: string | null;
  /** Address of the client. */
  readonly address: string;
  readonly browser: string;
}

/** Calls that were rejected for one reason, of one caller, within a minute. */
export interface RejectionFacts {
  /** Error code. */
  readonly code: string;
  /** Method of gRPC, such as `MemberService/AddMember`; null: of several. */
  readonly method: string | null;
  /** Null: the caller is not known. */
  readonly actor: AuditActor | null;
  /** Address of the client; null: of several. */
  readonly address: string | null;
  readonly count: number;
  /** Time of the first one, in ISO 8601. */
  readonly firstAt: string;
}

/** Verdict of the gate about a file, as the event of its validation has it. */
export type VerdictFacts = FileResultEvent['data'];

interface Occurrence {
  readonly orgId: string;
  /** 1, 2, 3 … in each organisation. */
  readonly sequence: number;
  readonly occurredAt: Date;
}

/** Security event with its number. */
export type SecurityEvent = Occurrence &
  (
    | { readonly kind: 'sign_ins'; readonly data: SignInFacts }
    | { readonly kind: 'rejections'; readonly data: RejectionFacts }
    | { readonly kind: 'verdicts'; readonly data: VerdictFacts }
  );
