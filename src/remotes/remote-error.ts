/** Errors of remotes. Messages are for people: what is wrong and what to do, never a secret. */

/** Kind of a failure. */
export type RemoteProblem =
  | 'address_not_allowed'
  | 'certificate'
  | 'changing'
  | 'credential_rejected'
  | 'incomplete'
  | 'invalid_answer'
  | 'no_access'
  | 'no_parts'
  | 'not_found'
  | 'over_limit'
  | 'platform_failed'
  | 'redirected'
  | 'call_rejected'
  | 'scope_rejected'
  | 'too_large'
  | 'unreadable'
  | 'unreachable'
  | 'web_page';

/** Failure of a call to a platform. */
export class RemoteError extends Error {
  override readonly name = 'RemoteError';
  readonly problem: RemoteProblem;

  constructor(problem: RemoteProblem, message: string, options?: ErrorOptions) {
    super(message, options);
    this.problem = problem;
  }
}
