/** Panel with one finding between the files of a project. */
import type { Project } from '../../api/calls/projects.ts';
import { canBeRequested, FindingExceptionBadge } from '../../parts/data/exception-states.tsx';
import { FilePath, Way } from '../../parts/data/finding-place.tsx';
import { isSeverity } from '../../parts/data/severities.ts';
import { SeverityMark } from '../../parts/data/severity-mark.tsx';
import { wordsOf } from '../../parts/data/words.ts';
import { RequestException } from '../../parts/form/request-exception.tsx';
import { KeyValues } from '../../parts/layout/key-values.tsx';
import { SidePanel } from '../../parts/layout/side-panel.tsx';
import { href } from '../../routing/paths.ts';
import { hasScope } from '../../session/session.ts';

interface BetweenPanelProps {
  readonly projectId: string;
  readonly finding: Project['projectFindings'][number];
  readonly onClose: () => void;
}

/** Shows what is wrong, how to fix it, where it is, and its exception. */
export function BetweenPanel({ projectId, finding, onClose }: BetweenPanelProps) {
  const { severity, catalogRuleId, exceptionStatus, exceptionId, complianceTags } = finding;
  return (
    <SidePanel title={<bdi>{finding.rule}</bdi>} label="Finding" onClose={onClose}>
      <div class="stack">
        <div class="row">
          {severity !== null && isSeverity(severity) && <SeverityMark severity={severity} long />}
          <a class="mono" href={href('/rules/:id', { id: catalogRuleId ?? '' })}>
            {catalogRuleId}
          </a>
          <FindingExceptionBadge state={exceptionStatus} />
        </div>
        <p>
          <bdi>{finding.description}</bdi>
        </p>
        <section>
          <h3>How to fix it</h3>
          <p>{finding.remediation}</p>
        </section>
        <section>
          <h3>Where</h3>
          <Way names={(finding.location ?? '').split(' › ')} />
          <KeyValues
            entries={[
              ['Line', finding.sourceLineNumber],
              ['Path in the file', finding.sourceXPath && <FilePath key="path" path={finding.sourceXPath} />],
              ['Category', wordsOf(finding.category ?? '')],
              ['Controls', complianceTags?.join(', ')],
            ]}
          />
        </section>
        <section class="stack">
          <h3>Exception</h3>
          {exceptionId !== null && (
            <a href={href('/exceptions/:id', { id: exceptionId })}>Show the exception</a>
          )}
          {canBeRequested(exceptionStatus) && hasScope(['exceptions:request']) && (
            <RequestException
              address={href('/exceptions/new', null, { project: projectId, finding: finding.id })}
            />
          )}
        </section>
      </div>
    </SidePanel>
  );
}
