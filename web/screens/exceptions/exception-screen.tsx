/** Screen of `/exceptions/:id`: what an exception waives, who wanted it and why, and the decision. */
import type { ComponentChildren } from 'preact';
import { useRoute } from 'preact-iso/router';
import { type Exception, getException, previewException } from '../../api/calls/exceptions.ts';
import { useCall } from '../../api/use-call.ts';
import { RelativeTime } from '../../parts/data/relative-time.tsx';
import { isSeverity } from '../../parts/data/severities.ts';
import { SeverityMark } from '../../parts/data/severity-mark.tsx';
import { useRuleTitles } from '../../parts/data/use-rule-titles.ts';
import { ErrorState } from '../../parts/feedback/error-state.tsx';
import { Skeleton } from '../../parts/feedback/skeleton.tsx';
import { Icon } from '../../parts/icons/icon.tsx';
import { type KeyValueEntries, KeyValues } from '../../parts/layout/key-values.tsx';
import { PageHeader } from '../../parts/layout/page-header.tsx';
import { href } from '../../routing/paths.ts';
import { hasScope } from '../../session/session.ts';
import { CoveredFindings } from './covered-findings.tsx';
import { ExceptionActions } from './exception-actions.tsx';
import { ExceptionBadge } from './exception-badge.tsx';
import { locationText, repositoryText } from './exception-words.ts';

/** Shows one exception. */
export default function ExceptionScreen() {
  const { id = '' } = useRoute().params;
  const { data: exception, error, retry } = useCall(getException, { params: { id } });
  const titleOf = useRuleTitles();
  const back = { href: href('/exceptions', null), label: 'Exceptions' };
  if (exception === undefined)
    return (
      <>
        <PageHeader title="Exception" back={back} />
        {error ? <ErrorState error={error} onRetry={retry} /> : <Skeleton />}
      </>
    );
  const title = titleOf(exception.ruleId);
  return (
    <>
      <PageHeader
        title={title}
        documentTitle={`Exception: ${title}`}
        subtitle={<bdi>{exception.fileName}</bdi>}
        back={back}
        marks={<ExceptionBadge exception={exception} />}
        actions={<ExceptionActions exception={exception} />}
      />
      {error && <ErrorState error={error} onRetry={retry} />}
      <State exception={exception} />
      <section class="section">
        <h2>What it waives</h2>
        <KeyValues entries={coverage(exception)} />
      </section>
      <section class="section">
        <h2>Request</h2>
        <KeyValues
          entries={[
            [
              'Requested',
              <By key="by" name={exception.requestedBy} time={exception.requestedAt}>
                {exception.requestedByEmail}
              </By>,
            ],
            ['Reason', <Text key="reason" text={exception.reason} />],
          ]}
        />
      </section>
      <Decision exception={exception} />
      {exception.status === 'pending' && hasScope(['exceptions:request']) && (
        <CoveredNow exception={exception} />
      )}
    </>
  );
}

/** Says what the state means, and why the caller may not decide. */
function State({ exception: { status, expiresAt, whyNot } }: { readonly exception: Exception }) {
  const end = <RelativeTime time={expiresAt} />;
  const sentences: Readonly<Record<string, ComponentChildren>> = {
    pending: <>It waives nothing until another person approves it. It would expire {end}.</>,
    approved: <>Its findings are waived. It ends {end}.</>,
    rejected: 'It waives nothing: the request was rejected.',
    expired: <>It waives nothing any more: it ended {end}.</>,
    revoked: 'It waives nothing any more: it was taken back.',
  };
  const isBarred = status === 'pending' && whyNot !== null;
  return (
    <div class="notice section-notice">
      <Icon name={isBarred ? 'lock' : 'info'} />
      <div class="notice-body">
        <p>{sentences[status]}</p>
        {isBarred && (
          <p>
            <strong>You may not decide.</strong> {whyNot.message}
          </p>
        )}
      </div>
    </div>
  );
}

function coverage(exception: Exception): KeyValueEntries {
  const { ruleId, fileName, location, repository, severity, placeCount, expiresAt } = exception;
  const { validationId, findingId } = exception;
  return [
    [
      'Rule',
      hasScope(['analysis:read']) ? (
        <a href={href('/rules/:id', { id: ruleId })}>{ruleId}</a>
      ) : (
        <code>{ruleId}</code>
      ),
    ],
    ['File', <Text key="file" text={fileName} />],
    ['Place', <Text key="place" text={locationText(location)} />],
    ['Repository', <Text key="repository" text={repositoryText(repository)} />],
    ['Worst severity', isSeverity(severity) ? <SeverityMark severity={severity} long /> : severity],
    ['Places', placeCount === null ? null : `${placeCount}; one more is a new finding`],
    [
      'Finding',
      validationId === null || findingId === null ? null : (
        <>
          <a href={href('/validations/:id', { id: validationId }, { finding: findingId })}>
            Show it in its result
          </a>{' '}
          ·{' '}
          <a href={href('/validations/:id', { id: validationId }, { view: 'picture', finding: findingId })}>
            Show in the picture
          </a>
        </>
      ),
    ],
    ['Ends', <RelativeTime key="end" time={expiresAt} />],
  ];
}

function Decision({ exception }: { readonly exception: Exception }) {
  const { decidedAt, decidedBy, decisionNote, revokedAt, revokedBy, revocationNote } = exception;
  if (decidedAt === null && revokedAt === null) return null;
  const isRejected = exception.status === 'rejected';
  return (
    <section class="section">
      <h2>Decision</h2>
      <KeyValues
        entries={[
          [
            isRejected ? 'Rejected' : 'Approved',
            decidedAt === null ? null : <By name={decidedBy} time={decidedAt} />,
          ],
          ['Note', decisionNote && <Text text={decisionNote} />],
          ['Revoked', revokedAt === null ? null : <By name={revokedBy} time={revokedAt} />],
          ['Note on that', revocationNote && <Text text={revocationNote} />],
        ]}
      />
    </section>
  );
}

interface ByProps {
  readonly name: string | null;
  readonly time: string;
  readonly children?: ComponentChildren;
}

function By({ name, time, children }: ByProps) {
  return (
    <>
      <RelativeTime time={time} /> by <bdi>{name}</bdi>
      {children && <bdi class="cell-note">{children}</bdi>}
    </>
  );
}

function Text({ text }: { readonly text: string }) {
  return <bdi class="exception-text">{text}</bdi>;
}

/** Shows the open findings that an approval would waive. A run that is gone has none, and says nothing here. */
function CoveredNow({ exception }: { readonly exception: Exception }) {
  const { validationId, findingId, ruleId, fileName, location, repository } = exception;
  const body =
    validationId !== null && findingId !== null
      ? { validationId, findingId, fileName, ...(repository === null ? {} : { repository }) }
      : { ruleId, fileName, location, ...(repository === null ? {} : { repository }) };
  const { data } = useCall(previewException, { body });
  if (data === undefined) return null;
  return <CoveredFindings preview={data} title="What an approval would cover now" />;
}
