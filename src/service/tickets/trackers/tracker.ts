/** Tracker of tickets: the few acts that the service needs, in the words of every kind. */
import type { TicketContent } from '../ticket-target.ts';

/** Ticket of a tracker. */
export interface RemoteTicket {
  /** Id for the interface. */
  readonly remoteId: string;
  /** Key for people, such as `ROBOTS-12`. */
  readonly key: string;
  /** Address for people. */
  readonly url: string;
}

/** Connection to one tracker. Each act rejects with a `TrackerProblem`. */
export interface Tracker {
  /** Finds the ticket with an external id; undefined: there is none, or none that a search shows yet. */
  find(externalId: string): Promise<RemoteTicket | undefined>;
  create(externalId: string, content: TicketContent): Promise<RemoteTicket>;
  /** Writes title, description and priority. */
  update(remoteId: string, content: TicketContent): Promise<void>;
  comment(remoteId: string, text: string): Promise<void>;
  /** Closes a ticket with a comment; one that is closed gets the comment alone. */
  close(remoteId: string, text: string): Promise<void>;
  /** Opens a closed ticket with a comment; one that is open stays as it is. */
  reopen(remoteId: string, text: string): Promise<void>;
  /** Checks credential, project and rights, and changes nothing. */
  test(): Promise<void>;
  end(): Promise<void>;
}

/** Failed act: its message is a sentence for the administrators of the target. */
export class TrackerProblem extends Error {
  /** HTTP status; null: no answer that can be trusted came, so the act may have been done. */
  readonly status: number | null;
  /** Wait that the tracker requested. */
  readonly retryAfterMs: number | null;

  constructor(message: string, status: number | null = null, retryAfterMs: number | null = null) {
    super(message);
    this.status = status;
    this.retryAfterMs = retryAfterMs;
  }

  /** True: the tracker answered, and the reason may be this one ticket: neither the credential nor the load. */
  get isOfOneTicket(): boolean {
    return this.status !== null && ![401, 407, 429, 502, 503, 504].includes(this.status);
  }

  /** True: the tracker has rejected the request, so nothing was done. */
  get isRejection(): boolean {
    return this.status !== null && this.status >= 400 && this.status < 500 && this.status !== 408;
  }
}
