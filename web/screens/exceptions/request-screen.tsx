/** Screen of `/exceptions/new`: the request of an exception for one finding, with what it would cover. */
import { useEffect, useState } from 'preact/hooks';
import { useLocation } from 'preact-iso/router';
import { type ExceptionPreview, previewException, requestException } from '../../api/calls/exceptions.ts';
import { useAction } from '../../api/use-action.ts';
import { useCall } from '../../api/use-call.ts';
import { useRuleTitles } from '../../parts/data/use-rule-titles.ts';
import { EmptyState } from '../../parts/feedback/empty-state.tsx';
import { ErrorState } from '../../parts/feedback/error-state.tsx';
import { showToast } from '../../parts/feedback/live-region.tsx';
import { Skeleton } from '../../parts/feedback/skeleton.tsx';
import { LinkButton } from '../../parts/form/button.tsx';
import { PageHeader } from '../../parts/layout/page-header.tsx';
import { href } from '../../routing/paths.ts';
import { textParam, useUrlState } from '../../routing/url-state.ts';
import { CoveredFindings } from './covered-findings.tsx';
import { refreshExceptions } from './decide-many.ts';
import { RequestForm } from './request-form.tsx';
import { NO_TERMS, type RequestTerms, subjectOf } from './request-terms.ts';

const PARAMS = { validation: textParam(), project: textParam(), finding: textParam() };
/** Pause in typing after which the preview is made anew. */
const PAUSE_MS = 300;

/** Shows the form, what would be covered, and what stands in the way. */
export default function RequestScreen() {
  const [{ validation, project, finding }] = useUrlState(PARAMS);
  // A finding between the files of a project belongs to the project.
  const validationId = validation || project;
  return (
    <>
      <PageHeader
        title="Request exception"
        subtitle="It waives nothing until another person approves it, and it ends by itself."
        back={
          validationId === ''
            ? { href: href('/exceptions', null), label: 'Exceptions' }
            : {
                href:
                  validation === ''
                    ? href('/projects/:id', { id: project }, { finding })
                    : href('/validations/:id', { id: validation }, { finding }),
                label: 'Finding',
              }
        }
      />
      {validationId === '' || finding === '' ? (
        <EmptyState
          icon="exceptions"
          title="No finding is chosen"
          actions={<LinkButton href={href('/feed', null)}>Open the feed</LinkButton>}
        >
          An exception is for a finding. Open a result, choose the finding, and request its exception there.
        </EmptyState>
      ) : (
        <Request key={`${validationId} ${finding}`} finding={{ validationId, findingId: finding }} />
      )}
    </>
  );
}

interface RequestProps {
  readonly finding: { readonly validationId: string; readonly findingId: string };
}

function Request({ finding }: RequestProps) {
  const { route } = useLocation();
  const titleOf = useRuleTitles();
  const [terms, setTerms] = useState(NO_TERMS);
  const settled = useSettled(terms);
  const preview = useCall(previewException, { body: subjectOf(finding, settled) });
  const { isBusy, error, run } = useAction(async ({ reason, expiresAt }: RequestDetails) => {
    const made = await requestException.send({ body: { ...subjectOf(finding, terms), reason, expiresAt } });
    await refreshExceptions();
    showToast('The exception is requested. Another person decides on it.');
    route(href('/exceptions/:id', { id: made.id }));
  });
  // With other terms the last preview stays until the new one is there; after an error it says nothing about them.
  const current = preview.error === null ? preview.data : undefined;
  const [first, setFirst] = useState<ExceptionPreview>();
  useEffect(() => {
    if (first === undefined && current !== undefined) setFirst(current);
  }, [current]);
  const known = current ?? first;
  return (
    <>
      {known && (
        <RequestForm
          preview={known}
          ruleTitle={titleOf(known.ruleId)}
          terms={terms}
          onChange={(changes) => setTerms({ ...terms, ...changes })}
          isBusy={isBusy}
          isBarred={current === undefined || preview.isBusy || settled !== terms}
          onSubmit={(details) => void run(details)}
        >
          {error && <ErrorState error={error} />}
        </RequestForm>
      )}
      {preview.error && <ErrorState error={preview.error} onRetry={preview.retry} />}
      {preview.data === undefined && !preview.error && <Skeleton />}
      {current && <CoveredFindings preview={current} title="What it would cover" isBusy={preview.isBusy} />}
    </>
  );
}

type RequestDetails = { readonly reason: string; readonly expiresAt: string };

/** Returns the terms once they have not changed for a moment. */
function useSettled(terms: RequestTerms): RequestTerms {
  const [settled, setSettled] = useState(terms);
  useEffect(() => {
    const timer = setTimeout(() => setSettled(terms), PAUSE_MS);
    return () => clearTimeout(timer);
  }, [terms]);
  return settled;
}
