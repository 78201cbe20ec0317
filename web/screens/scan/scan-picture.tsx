/** Picture of a scanned workflow. A finding of it leads to the list below. */
import { useState } from 'preact/hooks';
import { ApiError } from '../../api/api-error.ts';
import type { ScanReport } from '../../api/calls/free-scans.ts';
import { getScanOutline } from '../../api/calls/outlines.ts';
import { useCall } from '../../api/use-call.ts';
import { ErrorState } from '../../parts/feedback/error-state.tsx';
import { Skeleton } from '../../parts/feedback/skeleton.tsx';
import { Picture } from '../../parts/picture/picture.tsx';
import { placeId } from './place-id.ts';

interface ScanPictureProps {
  readonly token: string;
  readonly report: ScanReport;
}

/** Shows the picture; without one, the report is only the list. */
export default function ScanPicture({ token, report }: ScanPictureProps) {
  const [workflow, setWorkflow] = useState('');
  const [finding, setFinding] = useState('');
  const { data, error, retry } = useCall(getScanOutline, {
    params: { token },
    query: workflow === '' ? {} : { workflow },
  });
  if (error instanceof ApiError && error.status === 404) return null;
  if (error) return <ErrorState error={error} onRetry={retry} />;
  if (data === undefined) return <Skeleton lines={8} />;
  if (data.workflows.every(({ steps }) => steps === 0)) return null;
  return (
    <section>
      <h2>Where it hurts</h2>
      <Picture
        key={data.workflow.index}
        outline={data}
        titleOf={(id) => report.findings?.[Number(id)]?.rule ?? undefined}
        finding={finding}
        onFinding={(id) => {
          setFinding(id);
          document.getElementById(placeId(Number(id)))?.focus();
        }}
        onWorkflow={(index) => setWorkflow(String(index))}
      />
    </section>
  );
}
