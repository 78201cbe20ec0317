/** Reports as gates count them: authors do not decide about their own gate. */
import { isWaivedByNote } from '../../model/gate.ts';
import type { Waivable } from '../apply-exceptions.ts';
import { listMistakes } from '../findings/list-mistakes.ts';
import { everyFinding } from '../findings/mistakes.ts';
import { scoredFindings } from '../findings/unlisted.ts';
import { scoreOf } from '../score.ts';

/** Returns a report in which notes waive nothing; the same object if they do not. */
export function withoutNotes<R extends Waivable>(report: R): R {
  const { unlisted = [], unlistedByNotes = [] } = report;
  if (unlistedByNotes.length === 0 && !report.findings.some(isWaivedByNote)) return report;
  const open = everyFinding(report.findings).map((finding) =>
    isWaivedByNote(finding) ? { ...finding, exceptionStatus: 'none' as const } : finding,
  );
  const findings = listMistakes(open);
  const counted = { ...report, findings, unlisted: [...unlisted, ...unlistedByNotes] };
  return { ...counted, score: scoreOf(scoredFindings(counted)) };
}
