/** A reason why a process cannot start that the operator can cure: printed as it is, without a stack trace. */

export class StartError extends Error {
  override readonly name = 'StartError';
  /** 2: a setting is wrong; 1: the surroundings are (a port, a folder, the database). */
  readonly exitCode: 1 | 2;

  constructor(message: string, exitCode: 1 | 2 = 1, options?: ErrorOptions) {
    super(message, options);
    this.exitCode = exitCode;
  }
}
