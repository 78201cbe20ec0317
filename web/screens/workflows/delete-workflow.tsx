/** Deletion of a workflow whose file is no longer there. */
import { useState } from 'preact/hooks';
import { useLocation } from 'preact-iso/router';
import { loadAgain } from '../../api/answers.ts';
import {
  countFindings,
  deleteWorkflow,
  listFindings,
  listWorkflows,
  type Workflow,
} from '../../api/calls/estate.ts';
import { ConfirmDialog } from '../../parts/feedback/confirm-dialog.tsx';
import { showToast } from '../../parts/feedback/live-region.tsx';
import { Button } from '../../parts/form/button.tsx';
import { href } from '../../routing/paths.ts';
import { hasScope } from '../../session/session.ts';

/** Shows the button to those who may delete; a dialog comes before the call. */
export function DeleteWorkflow({ workflow }: { readonly workflow: Workflow }) {
  const [isOpen, setOpen] = useState(false);
  const { route } = useLocation();
  const { workflowId, filename } = workflow;
  if (!hasScope(['org:admin'])) return null;
  return (
    <>
      <Button kind="danger" onClick={() => setOpen(true)}>
        Delete workflow
      </Button>
      {isOpen && (
        <ConfirmDialog
          title="Delete this workflow?"
          verb="Delete workflow"
          act={() => deleteWorkflow.send({ params: { workflowId } })}
          onDone={() => {
            for (const call of [listWorkflows, listFindings, countFindings]) void loadAgain(call);
            showToast('The workflow is deleted.');
            route(href('/workflows', null));
          }}
          onClose={() => setOpen(false)}
        >
          <p>
            <bdi>{filename}</bdi> and its findings leave the lists and the evidence. The results of its runs
            stay. If the file is validated again, it comes back.
          </p>
        </ConfirmDialog>
      )}
    </>
  );
}
