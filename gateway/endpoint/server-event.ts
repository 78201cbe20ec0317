/** Events that an endpoint streams. */

/** One event: its name, the key that a stream resumes from, and the message that is presented as its data. */
export interface ServerEvent {
  readonly id: string;
  readonly event: string;
  readonly data: unknown;
}
