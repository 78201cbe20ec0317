/** Problems of a policy pack, each with its place. */
import { formatNumber } from '../text/format.ts';
import { POLICY_LIMITS } from './limits.ts';

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
    const listed = listedProblems(problems);
    super(listed.map(problemText).join('\n'), options);
    this.name = 'PolicyError';
    this.problems = listed;
  }
}

/** Returns a problem as one line: `pack.yaml:14: …`. */
export function problemText({ file, line, message }: PolicyProblem): string {
  return line === 0 ? `${file}: ${message}` : `${file}:${line}: ${message}`;
}

/** Limits the list: a hostile file may have a problem in every line. */
function listedProblems(problems: readonly PolicyProblem[]): readonly PolicyProblem[] {
  const { problemsMax } = POLICY_LIMITS;
  const rest = problems.length - problemsMax;
  if (rest <= 0) return problems;
  const message = `There are ${formatNumber(rest)} more problems. Correct these first.`;
  return [...problems.slice(0, problemsMax), { file: problems[0]!.file, line: 0, message }];
}
