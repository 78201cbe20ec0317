/** Panel with one finding: why it matters, how to fix it, where it is, and what was decided about it. */
import { type FindingDetails, getFinding, type Result } from '../../api/calls/results.ts';
import { useCall } from '../../api/use-call.ts';
import { canBeRequested, ExceptionStateBadge } from '../../parts/data/exception-states.tsx';
import { FilePath, Way } from '../../parts/data/finding-place.tsx';
import { Prose } from '../../parts/data/prose.tsx';
import { RelativeTime } from '../../parts/data/relative-time.tsx';
import { isSeverity } from '../../parts/data/severities.ts';
import { SeverityMark } from '../../parts/data/severity-mark.tsx';
import { confidenceLabel, counted, wordsOf } from '../../parts/data/words.ts';
import { ErrorState } from '../../parts/feedback/error-state.tsx';
import { Skeleton } from '../../parts/feedback/skeleton.tsx';
import { RequestException } from '../../parts/form/request-exception.tsx';
import { KeyValues } from '../../parts/layout/key-values.tsx';
import { SidePanel } from '../../parts/layout/side-panel.tsx';
import { href } from '../../routing/paths.ts';
import { hasScope } from '../../session/session.ts';
import { AssignFinding } from './assign-finding.tsx';
import { FindingMarks } from './finding-marks.tsx';
import { FindingSteps } from './finding-steps.tsx';
import { FindingTrace } from './finding-trace.tsx';

interface FindingPanelProps {
  readonly result: Result;
  readonly findingId: string;
  /** The picture is beside it. */
  readonly isDrawn: boolean;
  readonly onClose: () => void;
}

/** Loads and shows one finding. */
export function FindingPanel({ result, findingId, isDrawn, onClose }: FindingPanelProps) {
  const { validationId } = result;
  const { data, error, retry } = useCall(getFinding, { params: { validationId, findingId } });
  const isCurrent = data?.finding.id === findingId;
  return (
    <SidePanel title={isCurrent ? data.finding.rule : 'Finding'} label="Finding" onClose={onClose}>
      {error && <ErrorState error={error} onRetry={retry} />}
      {!isCurrent && !error && <Skeleton lines={6} />}
      {isCurrent && <Details details={data} result={result} isDrawn={isDrawn} />}
    </SidePanel>
  );
}

interface DetailsProps extends Pick<FindingPanelProps, 'result' | 'isDrawn'> {
  readonly details: FindingDetails;
}

function Details({ details, result, isDrawn }: DetailsProps) {
  const { validationId, platform } = result;
  const { finding, way } = details;
  const severity = finding.severity ?? '';
  return (
    <div class="stack">
      <div class="row">
        {isSeverity(severity) && <SeverityMark severity={severity} long />}
        <a class="mono" href={href('/rules/:id', { id: finding.catalogRuleId ?? '' })}>
          {finding.catalogRuleId}
        </a>
        <FindingMarks finding={finding} />
      </div>
      <p>
        <bdi>{finding.description}</bdi>
      </p>
      {!isDrawn && (
        <p>
          <a href={pictureOf(validationId, finding.id)}>Show in the picture</a>
        </p>
      )}
      <AssignFinding result={result} findingId={finding.id} ruleId={finding.catalogRuleId} />
      <section>
        <h3>How to fix it</h3>
        <p>
          <Prose text={finding.remediation ?? ''} />
        </p>
        <FindingSteps ruleId={finding.catalogRuleId} platform={platform} />
      </section>
      <FindingTrace steps={details.trace} />
      <section>
        <h3>Where</h3>
        <Way names={way} />
        <KeyValues
          entries={[
            ['Property', finding.subject],
            ['Line', lineOf(finding.sourceLineNumber, finding.column)],
            ['Line in the designer', finding.editorLine],
            ['Path in the file', finding.sourceXPath && <FilePath key="path" path={finding.sourceXPath} />],
          ]}
        />
        <Places details={details} />
      </section>
      <section>
        <h3>About this finding</h3>
        <KeyValues
          entries={[
            ['First seen', details.firstSeenAt && <RelativeTime time={details.firstSeenAt} />],
            ['Seen in', `${details.seenInRuns} of the last ${counted(details.runsExamined, 'run')}`],
            ['Category', wordsOf(finding.category ?? '')],
            ['Confidence', finding.confidence && confidenceLabel(finding.confidence)],
          ]}
        />
      </section>
      <Controls tags={finding.complianceTags ?? []} />
      <Exceptions details={details} validationId={validationId} />
    </div>
  );
}

/** Returns the address of the picture with a finding open. */
function pictureOf(id: string, finding: string | null): string {
  return href('/validations/:id', { id }, { view: 'picture', finding });
}

function lineOf(line: number | null, column: number | null): string | null {
  if (line === null) return null;
  return column === null ? String(line) : `${line}, column ${column}`;
}

/** Lists the other places of a finding that stands for several. */
function Places({ details: { places, finding } }: { readonly details: FindingDetails }) {
  if (places.length < 2) return null;
  return (
    <details class="disclosure">
      <summary>{finding.placeCount.toLocaleString('en')} places</summary>
      <ul class="plain-list stack">
        {places.map((place) => (
          <li key={`${place.sourceXPath} ${place.subject}`}>
            <bdi>{place.way.join(' › ')}</bdi>
            <span class="cell-note mono">
              {[place.subject, lineOf(place.sourceLineNumber, place.column)].filter(Boolean).join(' · ')}
            </span>
          </li>
        ))}
      </ul>
    </details>
  );
}

function Controls({ tags }: { readonly tags: readonly string[] }) {
  if (tags.length === 0) return null;
  return (
    <section>
      <h3>Controls</h3>
      <ul class="plain-list row">
        {tags.map((tag) => (
          <li class="tag" key={tag}>
            {tag}
          </li>
        ))}
      </ul>
    </section>
  );
}

function Exceptions({
  details,
  validationId,
}: Pick<DetailsProps, 'details'> & { readonly validationId: string }) {
  const { exceptions, missingScope, finding } = details;
  const isPending = exceptions.some(({ status }) => status === 'pending');
  const isOpen = !isPending && canBeRequested(finding.exceptionStatus);
  return (
    <section class="stack">
      <h3>Exceptions</h3>
      {missingScope !== null && <p class="soft">Seeing exceptions needs the scope {missingScope}.</p>}
      {missingScope === null && exceptions.length === 0 && <p class="soft">None for this place.</p>}
      <ul class="plain-list stack">
        {exceptions.map(({ id, status, reason }) => (
          <li key={id}>
            <ExceptionStateBadge state={status} />{' '}
            <a href={href('/exceptions/:id', { id })}>
              <bdi>{reason}</bdi>
            </a>
          </li>
        ))}
      </ul>
      {isOpen && hasScope(['exceptions:request']) && (
        <RequestException
          address={href('/exceptions/new', null, { validation: validationId, finding: finding.id })}
        />
      )}
    </section>
  );
}
