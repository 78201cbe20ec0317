/** Ways from a result to what it belongs to. */
import { getResult, type Result } from '../../api/calls/results.ts';
import { ExportButtons } from '../../parts/form/export-buttons.tsx';
import { ChangeLink } from '../../parts/layout/change-link.tsx';
import { WebLink } from '../../parts/layout/web-link.tsx';
import { href } from '../../routing/paths.ts';

/** Shows links to the history of the file, its repository, pull request and pipeline run, and saves the result. */
export function ResultLinks({ result }: { readonly result: Result }) {
  const { filename, pipeline, validationId } = result;
  const { repository, prUrl, workflowRunUrl } = pipeline;
  return (
    <div class="row result-links">
      {filename !== null && (
        <a href={href('/workflows', null, { q: filename, repository })}>History of this file</a>
      )}
      {repository !== null && (
        <a href={href('/workflows', null, { repository })}>All files of the repository</a>
      )}
      <ChangeLink runId={validationId} />
      {prUrl !== null && <WebLink address={prUrl}>Pull request</WebLink>}
      {workflowRunUrl !== null && <WebLink address={workflowRunUrl}>Pipeline run</WebLink>}
      <ExportButtons
        call={{ ...getResult, path: `/api/v1/results/${validationId}` }}
        query={{}}
        formats={['json', 'sarif']}
        noun="result"
      />
    </div>
  );
}
