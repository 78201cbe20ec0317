/** Findings of a free scan by rule, each with what to do about it. */

import type { Severity } from '../../../src/analysis/model/rule.ts';
import type { ScanDetails, ScanReport } from '../../api/calls/free-scans.ts';
import { SeverityMark } from '../../parts/data/severity-mark.tsx';
import { counted } from '../../parts/data/words.ts';
import { EmptyState } from '../../parts/feedback/empty-state.tsx';
import { basePath } from '../../routing/paths.ts';
import { placeId } from './place-id.ts';

type Finding = NonNullable<ScanReport['findings']>[number];
type Fix = ScanDetails['fixes'][number];

/** A finding with its position in the report. */
interface PlacedFinding {
  readonly finding: Finding;
  readonly position: number;
}

interface ScanFindingsProps {
  readonly report: ScanReport;
  readonly fixes: readonly Fix[];
}

/** Shows the groups, the most severe first. */
export function ScanFindings({ report, fixes }: ScanFindingsProps) {
  const findings = report.findings ?? [];
  const placed = findings.map((finding, position): PlacedFinding => ({ finding, position }));
  const groups = Map.groupBy(placed, ({ finding }) => finding.rule ?? '');
  if (findings.length === 0)
    return (
      <EmptyState icon="check" title="Nothing found">
        More rules and your own conventions can be checked with an account.
      </EmptyState>
    );
  return (
    <section>
      <h2>Findings by rule</h2>
      {report.summary.total > findings.length && (
        <p class="soft">
          The most severe {findings.length.toLocaleString('en')} of{' '}
          {report.summary.total.toLocaleString('en')} are listed.
        </p>
      )}
      {[...groups].map(([rule, members]) => (
        <RuleGroup key={rule} title={rule} findings={members} fix={fixes.find((fix) => fix.rule === rule)} />
      ))}
    </section>
  );
}

interface RuleGroupProps {
  readonly title: string;
  readonly findings: readonly PlacedFinding[];
  readonly fix: Fix | undefined;
}

function RuleGroup({ title, findings, fix }: RuleGroupProps) {
  return (
    <article class="scan-rule">
      <header class="row">
        <SeverityMark severity={(findings[0]?.finding.severity ?? 'low') as Severity} />
        <h3>
          <bdi>{title}</bdi>
        </h3>
        {fix && (
          <a class="tag" href={`${basePath()}/docs/rules/${fix.ruleId}`}>
            {fix.ruleId}
          </a>
        )}
        <span class="count">{counted(findings.length, 'place')}</span>
      </header>
      {fix && (
        <dl class="scan-fix">
          <dt>How to fix it</dt>
          <dd>{fix.fix}</dd>
          <dt>Why it matters</dt>
          <dd>{fix.why}</dd>
        </dl>
      )}
      <ul class="plain-list scan-places">
        {findings.map(({ finding: { location: place, description }, position }) => (
          <li key={position} id={placeId(position)} tabIndex={-1}>
            <bdi class="scan-place">{place}</bdi>
            <bdi class="soft">{withoutReason(description, fix)}</bdi>
          </li>
        ))}
      </ul>
    </article>
  );
}

/** Returns what is wrong at one place: the reason, which ends each description, is shown once for all. */
function withoutReason(description: string | null, fix: Fix | undefined): string {
  const text = description ?? '';
  return fix && text.endsWith(fix.why) ? text.slice(0, -fix.why.length).trimEnd() : text;
}
