/** Screen of `/scan`: a visitor without an account has one file scanned. */
import { useRef, useState } from 'preact/hooks';
import { useLocation } from 'preact-iso/router';
import { setAnswer } from '../../api/answers.ts';
import { ApiError } from '../../api/api-error.ts';
import { getLeadChallenge, getScan, scanFile } from '../../api/calls/free-scans.ts';
import { useCall } from '../../api/use-call.ts';
import { EmptyState } from '../../parts/feedback/empty-state.tsx';
import { ErrorState } from '../../parts/feedback/error-state.tsx';
import { LinkButton } from '../../parts/form/button.tsx';
import { DropProgress } from '../../parts/form/drop-progress.tsx';
import { DropZone } from '../../parts/form/drop-zone.tsx';
import { PageHeader } from '../../parts/layout/page-header.tsx';
import { href } from '../../routing/paths.ts';

/** Statuses after which the same file may succeed: it took too long, too many came, or the service was away. */
const isTemporary = ({ status }: ApiError) => [0, 408, 429].includes(status) || status >= 500;

/** Takes a file, shows that it is scanned, and leads to its report. */
export default function ScanScreen() {
  // It is there exactly where the free scanner is.
  const scanner = useCall(getLeadChallenge, {});
  const { file, error, scan, cancel } = useScan();
  const take = ([chosen]: readonly File[]) => chosen && scan(chosen);
  const isOff = scanner.error instanceof ApiError && scanner.error.status === 404;
  return (
    <>
      <PageHeader
        title="Check a workflow"
        subtitle="UiPath, Power Automate, Automation Anywhere, Blue Prism. No account, and the file itself is not stored."
      />
      {isOff ? (
        <EmptyState
          icon="lock"
          title="The free scanner is switched off here"
          actions={<LinkButton href={href('/sign-in', null)}>Sign in</LinkButton>}
        >
          With an account you can sign in and check files.
        </EmptyState>
      ) : (
        <div class="stack">
          {file && !error ? (
            <DropProgress onCancel={cancel}>
              Checking <bdi>{file.name}</bdi>
            </DropProgress>
          ) : (
            <DropZone
              title="Drop a workflow here, or"
              hint=".xaml, .json, .zip, .bprelease, .bpprocess · at most 2 MiB"
              onDrop={({ files }) => take([...files])}
              onChoose={take}
            />
          )}
          {error && file && (
            <ErrorState
              error={error}
              {...(error instanceof ApiError && !isTemporary(error) ? {} : { onRetry: () => scan(file) })}
            />
          )}
          <p class="soft">
            The report stays for 30 days under a link that only you get, or until you delete it. With an
            account you also see lines, history and trends, and have pipelines check every change.{' '}
            <a href={href('/sign-in', null)}>Sign in</a>
          </p>
        </div>
      )}
    </>
  );
}

/** Scans one file at a time; a new one replaces it. */
function useScan() {
  const { route } = useLocation();
  const [file, setFile] = useState<File | null>(null);
  const [error, setError] = useState<Error | null>(null);
  const current = useRef<AbortController | null>(null);
  const scan = async (next: File) => {
    current.current?.abort();
    const controller = new AbortController();
    current.current = controller;
    setFile(next);
    setError(null);
    const body = new FormData();
    body.append('file', next);
    try {
      const report = await scanFile.send({ body }, controller.signal);
      const token = report.shareToken!;
      setAnswer(getScan, { params: { token } }, report);
      route(href('/scan/:token', { token }));
    } catch (failure) {
      if (!controller.signal.aborted) setError(failure as Error);
    }
  };
  const cancel = () => {
    current.current?.abort();
    setFile(null);
  };
  return { file, error, scan: (next: File) => void scan(next), cancel };
}
