/** Numbers of findings by severity. */
import { SEVERITY_LABELS, SEVERITY_NAMES, type SeverityName } from './severities.ts';
import { SeverityMark } from './severity-mark.tsx';

/** Shows the severities that occur, each with its number; "none" where nothing was found. */
export function FindingCounts({
  summary,
}: {
  readonly summary: Readonly<Record<SeverityName, number>> | null;
}) {
  if (summary === null) return <span class="soft">–</span>;
  const present = SEVERITY_NAMES.filter((severity) => summary[severity] > 0);
  if (present.length === 0) return <span class="soft">none</span>;
  return (
    <span class="finding-counts">
      {present.map((severity) => (
        <span key={severity} title={`${summary[severity]} ${SEVERITY_LABELS[severity].toLowerCase()}`}>
          <SeverityMark severity={severity} />
          {summary[severity].toLocaleString('en')}
        </span>
      ))}
    </span>
  );
}
