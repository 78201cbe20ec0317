/** The first line of a message about a run: never cleaner than the run. */
import { verdictOf } from '../../../analysis/model/report.ts';
import { plural } from '../../../text/format.ts';
import type { ChatMessage } from './chat-message.ts';

/** Result of a run. */
export interface JudgedRun {
  /** Of the file or the archive. */
  readonly name: string;
  readonly passed: boolean;
  readonly enforcementMode: string;
  /** Findings that block, or would block in the blocking mode. */
  readonly wouldBlock: number;
  /** Files that could not be validated. */
  readonly notValidated: number;
  /** Checks that did not finish, and parts that were not read. */
  readonly notEvaluated: number;
}

/** Builds the title of a run from its verdict. Only a run that would pass in every mode, wholly evaluated, is good. */
export function runTitle(outcome: JudgedRun): Pick<ChatMessage, 'title' | 'tone'> {
  const { name, passed, wouldBlock, notValidated, notEvaluated } = outcome;
  const verdict = verdictOf(outcome);
  const findings = plural(wouldBlock, 'finding');
  if (verdict === 'blocked') return { title: `Blocked by ${findings}: ${name}`, tone: 'bad' };
  if (verdict === 'would-block')
    return { title: `${findings} would block: ${name}`, tone: passed ? 'warning' : 'bad' };
  if (notValidated > 0)
    return { title: `${plural(notValidated, 'file')} could not be validated: ${name}`, tone: 'bad' };
  if (!passed) return { title: `Blocked: ${name}`, tone: 'bad' };
  if (notEvaluated > 0) return { title: `Not evaluated completely: ${name}`, tone: 'warning' };
  return { title: `Passed: ${name}`, tone: 'good' };
}
