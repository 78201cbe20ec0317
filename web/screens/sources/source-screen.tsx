/** Screen of `/sources/:id`: one source, its last pull, and what is in it. */

import { useEffect, useState } from 'preact/hooks';
import { useRoute } from 'preact-iso/router';
import { loadAgain } from '../../api/answers.ts';
import { ApiError } from '../../api/api-error.ts';
import { getSource, listArtefacts, listPulls, listSources, type Source } from '../../api/calls/sources.ts';
import { useCall } from '../../api/use-call.ts';
import { RelativeTime } from '../../parts/data/relative-time.tsx';
import { ErrorState } from '../../parts/feedback/error-state.tsx';
import { Skeleton } from '../../parts/feedback/skeleton.tsx';
import { KeyValues } from '../../parts/layout/key-values.tsx';
import { PageHeader } from '../../parts/layout/page-header.tsx';
import { href } from '../../routing/paths.ts';
import { hasScope } from '../../session/session.ts';
import { ArtefactList } from './artefact-list.tsx';
import { LastPull } from './last-pull.tsx';
import { SourceActions } from './source-actions.tsx';
import { coverageText, missingText } from './source-words.ts';
import { SourceBadge } from './sources-screen.tsx';

/** Interval at which a running pull is read again. */
const POLL_MS = 2_000;

/** Shows one source. */
export default function SourceScreen() {
  const { id = '' } = useRoute().params;
  const { data: source, error, retry } = useCall(getSource, { params: { id } });
  const back = { href: href('/sources', null), label: 'Sources' };
  if (source === undefined)
    return (
      <>
        <PageHeader title="Source" back={back} />
        {error ? <ErrorState error={error} onRetry={retry} /> : <Skeleton />}
      </>
    );
  return (
    <>
      <PageHeader
        title={source.name}
        subtitle={
          <bdi class="mono" dir="ltr">
            {source.url}
          </bdi>
        }
        back={back}
        marks={<SourceBadge source={source} />}
        actions={hasScope(['sources:manage']) && <SourceActions source={source} />}
      />
      {error && <ErrorState error={error} onRetry={retry} />}
      <Body source={source} />
    </>
  );
}

function Body({ source }: { readonly source: Source }) {
  const { id, coverage, credentials, runningPullId } = source;
  const params = { id };
  const [ended, setEnded] = useState<string | null>(null);
  const [isGone, setGone] = useState(false);
  const isLive = runningPullId !== null && runningPullId !== ended && !isGone;
  const { data, error, retry } = useCall(listPulls, { params }, { pollMs: isLive && POLL_MS });
  useEffect(() => setGone(error instanceof ApiError && error.status === 404), [error]);
  const last = data?.pulls[0];
  // What begins and ends changes the source.
  useEffect(() => {
    if (last === undefined) return;
    if (last.state === 'ended') setEnded(last.id);
    void loadAgain(getSource);
    void loadAgain(listSources);
    void loadAgain(listArtefacts);
  }, [last?.id, last?.state]);
  return (
    <>
      <KeyValues
        entries={[
          ['Judged packages', coverageText(coverage)],
          ['Without a result', missingText(coverage)],
          ['Last complete pull', <RelativeTime key="pull" time={source.lastCompleteAt} />],
          [
            'Environments',
            source.environments.map(({ part, environment }) => `${part} → ${environment}`).join(', '),
          ],
          ...credentials.map(
            ({ state, preview, expiresAt }) =>
              [
                state === 'next' ? 'Next credential' : 'Credential',
                <>
                  <code>{preview}</code>
                  {expiresAt !== null && (
                    <>
                      , ends <RelativeTime time={expiresAt} />
                    </>
                  )}
                </>,
              ] as const,
          ),
        ]}
      />
      {error && <ErrorState error={error} onRetry={retry} />}
      {last && <LastPull pull={last} />}
      <ArtefactList id={id} />
    </>
  );
}
