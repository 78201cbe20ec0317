/** Problems of a policy pack, each with its place. */

/** Problem of a pack: what is wrong, where, and what to do. */
export interface PolicyProblem {
  /** Path of the file, relative to the pack's folder. */
  readonly file: string;
  /** 1-based; 0: the file as a whole. */
  readonly line: number;
  readonly message: string;
}

/** Rejection of a policy pack for at least one problem. */
export class PolicyError extends Error {
  readonly problems: readonly PolicyProblem[];

  constructor(problems: readonly PolicyProblem[], options?: ErrorOptions) {
    super(problems.map(problemText).join('\n'), options);
    this.name = 'PolicyError';
    this.problems = problems;
  }
}

/** Returns a problem as one line: `pack.yaml:14: …`. */
export function problemText({ file, line, message }: PolicyProblem): string {
  return line === 0 ? `${file}: ${message}` : `${file}:${line}: ${message}`;
}
