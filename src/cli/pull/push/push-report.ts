/** Report of a pushed pull: as text for people, as JSON for programs. */
import { coverageText, REASONS, type Reason } from '../../../remotes/coverage.ts';
import { formatNumber, plural } from '../../../text/format.ts';
import type { PlatformWords } from '../platform.ts';
import { limited } from '../pull-report.ts';
import type { EndedPush } from './push-tenant.ts';

/** Writes the report as text. */
export function pushText({ push, sentCount }: EndedPush, { artefacts }: PlatformWords): string {
  const { pull, coverage } = push;
  const { known, atLeast, judged, reasons } = coverage ?? { known: 0, atLeast: true, judged: 0, reasons: [] };
  const total = coverageText({ known, isAtLeast: atLeast, read: judged });
  const lines = [
    `${total} ${artefacts} are judged, ${sentCount === 0 ? 'none' : formatNumber(sentCount)} of them sent now.`,
  ];
  for (const { reason, artefacts: count } of reasons)
    lines.push(`  ${formatNumber(count)} ${REASONS[reason as Reason] ?? reason}`);
  lines.push(...limited(pull.problems));
  lines.push(`The pull ${pull.id} is ${pull.outcome}: ${plural(pull.judged, 'project validation')} of it.`);
  return `${lines.join('\n')}\n`;
}

/** Writes the report as JSON. */
export function pushDocument({ push: { pull, coverage }, sentCount }: EndedPush): string {
  return `${JSON.stringify({ pull, coverage, sentCount }, null, 2)}\n`;
}
