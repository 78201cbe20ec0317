/** Picture of a result: loads the outline of one workflow of the file. */
import { useRef } from 'preact/hooks';
import { ApiError } from '../../../api/api-error.ts';
import { getOutline } from '../../../api/calls/outlines.ts';
import { useCall } from '../../../api/use-call.ts';
import { EmptyState } from '../../../parts/feedback/empty-state.tsx';
import { ErrorState } from '../../../parts/feedback/error-state.tsx';
import { Skeleton } from '../../../parts/feedback/skeleton.tsx';
import { Picture } from '../../../parts/picture/picture.tsx';
import { useFindingTitles } from './use-finding-titles.ts';

interface ResultPictureProps {
  readonly validationId: string;
  /** Position of the workflow in the file; '': the one with the worst finding. */
  readonly workflow: string;
  /** Finding that is open; '' for none. */
  readonly finding: string;
  /** Opens a finding of the drawn workflow. */
  readonly onFinding: (findingId: string, workflow: number) => void;
  readonly onWorkflow: (index: number) => void;
}

/** Shows the picture, or why there is none. */
export default function ResultPicture({
  validationId,
  workflow,
  finding,
  onFinding,
  onWorkflow,
}: ResultPictureProps) {
  // Its workflow stays when the finding is closed.
  const opened = useRef(finding);
  if (finding !== '') opened.current = finding;
  const place = opened.current === '' ? {} : { finding: opened.current };
  const { data, error, retry } = useCall(getOutline, {
    params: { validationId },
    query: workflow === '' ? place : { workflow },
  });
  const titleOf = useFindingTitles(validationId);
  if (error instanceof ApiError && error.code === 'outline_not_found')
    return (
      <EmptyState icon="workflows" title="This result has no picture">
        The run is older than pictures are, or your organisation stores none. The list of findings says the
        same.
      </EmptyState>
    );
  if (error) return <ErrorState error={error} onRetry={retry} />;
  if (data === undefined) return <Skeleton lines={10} />;
  if (data.workflow.nodes.name.length === 0)
    return (
      <EmptyState icon="workflows" title="There are no steps to draw">
        This file describes a project or a package, and runs nothing by itself.
      </EmptyState>
    );
  return (
    <Picture
      key={`${validationId} ${data.workflow.index}`}
      outline={data}
      titleOf={titleOf}
      finding={finding}
      // The drawn workflow stays, whichever one a place of the finding is in.
      onFinding={(id) => onFinding(id, data.workflow.index)}
      onWorkflow={onWorkflow}
    />
  );
}
