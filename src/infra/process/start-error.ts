/** Error at a process start that the operator can fix: printed without a stack trace. */

export class StartError extends Error {
  override readonly name = 'StartError';
  /** Exit code 2: an invalid setting; 1: an environment failure (a port, a folder, the database). */
  readonly exitCode: 1 | 2;

  constructor(message: string, exitCode: 1 | 2 = 1, options?: ErrorOptions) {
    super(message, options);
    this.exitCode = exitCode;
  }
}
