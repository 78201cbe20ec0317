/** Screen of `/scan/{token}`: the report of a free scan, for anyone with its link. */
import { useState } from 'preact/hooks';
import { useLocation, useRoute } from 'preact-iso/router';
import { forgetAnswers } from '../../api/answers.ts';
import { ApiError } from '../../api/api-error.ts';
import {
  deleteScan,
  getScan,
  getScanDetails,
  type ScanDetails,
  type ScanReport,
} from '../../api/calls/free-scans.ts';
import { useCall } from '../../api/use-call.ts';
import { Badge } from '../../parts/data/badge.tsx';
import { FindingCounts } from '../../parts/data/finding-counts.tsx';
import { Score } from '../../parts/data/score.tsx';
import { deferred } from '../../parts/deferred.tsx';
import { ConfirmDialog } from '../../parts/feedback/confirm-dialog.tsx';
import { EmptyState } from '../../parts/feedback/empty-state.tsx';
import { ErrorState } from '../../parts/feedback/error-state.tsx';
import { showToast } from '../../parts/feedback/live-region.tsx';
import { Skeleton } from '../../parts/feedback/skeleton.tsx';
import { Button, LinkButton } from '../../parts/form/button.tsx';
import { CopyButton } from '../../parts/form/copy-button.tsx';
import { PageHeader } from '../../parts/layout/page-header.tsx';
import { href } from '../../routing/paths.ts';
import { LeadForm } from './lead-form.tsx';
import { ScanFindings } from './scan-findings.tsx';

/** Loaded with the report: it is as large as a screen. */
const ScanPicture = deferred(async () => (await import('./scan-picture.tsx')).default);

const DAY = new Intl.DateTimeFormat('en', { dateStyle: 'long' });
const MOMENT = new Intl.DateTimeFormat('en', { dateStyle: 'medium', timeStyle: 'short' });

/** Shows the report. */
export default function ScanReportScreen() {
  const { token = '' } = useRoute().params;
  const { data: report, error, retry } = useCall(getScan, { params: { token } });
  const { data: details } = useCall(getScanDetails, { params: { token } }, { isEnabled: !error });
  if (error instanceof ApiError && [400, 404].includes(error.status)) return <NoReport />;
  return (
    <>
      <PageHeader
        title={report?.fileName ?? 'Report'}
        marks={report && <Verdict report={report} />}
        subtitle={report && subtitleOf(report, details)}
        actions={report && <Actions token={token} />}
      />
      {error && <ErrorState error={error} onRetry={retry} />}
      {report === undefined && !error && <Skeleton lines={8} />}
      {report && (
        <div class="stack stack--loose">
          <Summary report={report} details={details} />
          <ScanPicture token={token} report={report} />
          <ScanFindings report={report} fixes={details?.fixes ?? []} />
          <LeadForm token={token} />
        </div>
      )}
    </>
  );
}

function Verdict({ report: { passed } }: { readonly report: ScanReport }) {
  return passed ? (
    <Badge tone="good" icon="check">
      Nothing critical
    </Badge>
  ) : (
    <Badge tone="bad" icon="warning">
      Needs work
    </Badge>
  );
}

function subtitleOf(report: ScanReport, details: ScanDetails | undefined): string {
  const checked = `checked ${MOMENT.format(new Date(report.validatedAt))}`;
  return details ? `${details.platformTitle} · ${checked}` : checked;
}

function Summary({
  report: { score, summary },
  details,
}: {
  readonly report: ScanReport;
  readonly details: ScanDetails | undefined;
}) {
  return (
    <section class="scan-summary" aria-label="Verdict">
      <Score score={score} large />
      <div class="stack">
        <p>
          <strong>{sentenceOf(summary)}</strong>
        </p>
        {summary.total > 0 && <FindingCounts summary={summary} />}
        {details && (
          <p class="soft">
            Anyone with the link of this page can read the report and delete it. It ends on{' '}
            <time dateTime={details.expiresAt}>{DAY.format(new Date(details.expiresAt))}</time>.
          </p>
        )}
      </div>
    </section>
  );
}

/** Says the verdict in a sentence. */
function sentenceOf({ critical, high, total }: ScanReport['summary']): string {
  if (total === 0) return 'No rule of the default ruleset found anything.';
  if (critical + high === 0) return 'Nothing critical or high: a pipeline would let this file pass.';
  const parts = [critical > 0 && `${critical} critical`, high > 0 && `${high} high`].filter(Boolean);
  const verb = critical + high === 1 ? 'finding needs' : 'findings need';
  return `${parts.join(' and ')} ${verb} work before this file goes to production.`;
}

function Actions({ token }: { readonly token: string }) {
  const { route } = useLocation();
  const [isDeleting, setDeleting] = useState(false);
  return (
    <>
      <CopyButton text={location.href} label="Copy link">
        Copy link
      </CopyButton>
      <Button small onClick={() => print()}>
        Print
      </Button>
      <Button small kind="danger" onClick={() => setDeleting(true)}>
        Delete
      </Button>
      <LinkButton small href={href('/scan', null)}>
        Check another file
      </LinkButton>
      {isDeleting && (
        <ConfirmDialog
          title="Delete this report?"
          verb="Delete report"
          act={() => deleteScan.send({ params: { token } })}
          onDone={() => {
            forgetAnswers(getScan);
            forgetAnswers(getScanDetails);
            showToast('The report is deleted.');
            route(href('/scan', null), true);
          }}
          onClose={() => setDeleting(false)}
        >
          <p>Its link then leads nowhere, for you and for everyone whom you gave it.</p>
        </ConfirmDialog>
      )}
    </>
  );
}

function NoReport() {
  return (
    <>
      <PageHeader title="Report" />
      <EmptyState
        icon="search"
        title="No report is here"
        actions={
          <LinkButton kind="primary" href={href('/scan', null)}>
            Check a file
          </LinkButton>
        }
      >
        The link has ended, the report was deleted, or the address is not complete.
      </EmptyState>
    </>
  );
}
