/** Change of what people state about a workflow: its owner, its criticality and the class of its data. */
import { useState } from 'preact/hooks';
import { loadAgain } from '../../api/answers.ts';
import {
  countFindings,
  getWorkflow,
  listFindings,
  listWorkflows,
  updateWorkflow,
  type Workflow,
} from '../../api/calls/estate.ts';
import { useAction } from '../../api/use-action.ts';
import { teamOptions, useTeams } from '../../api/use-teams.ts';
import { Dialog } from '../../parts/feedback/dialog.tsx';
import { ErrorState } from '../../parts/feedback/error-state.tsx';
import { showToast } from '../../parts/feedback/live-region.tsx';
import { Button } from '../../parts/form/button.tsx';
import { SelectField } from '../../parts/form/fields.tsx';
import { CRITICALITY_OPTIONS, DATA_CLASS_OPTIONS } from '../../parts/form/owner-facets.tsx';
import { hasScope } from '../../session/session.ts';

const NOT_STATED = ['', 'Not stated'] as const;

/** Shows the button to those who may change the workflow; it opens the dialog. */
export function EditWorkflow({ workflow }: { readonly workflow: Workflow }) {
  const [isOpen, setOpen] = useState(false);
  if (!hasScope(['org:admin'])) return null;
  return (
    <>
      <Button onClick={() => setOpen(true)}>Edit</Button>
      {isOpen && <EditDialog workflow={workflow} onClose={() => setOpen(false)} />}
    </>
  );
}

interface EditDialogProps {
  readonly workflow: Workflow;
  readonly onClose: () => void;
}

function EditDialog({ workflow, onClose }: EditDialogProps) {
  const { workflowId, ownerTeamId, hasSetOwner, criticality, dataClass } = workflow;
  const teams = teamOptions(useTeams());
  const stated = { ownerTeamId: hasSetOwner ? ownerTeamId : null, criticality, dataClass };
  const [facts, setFacts] = useState<Readonly<Record<keyof typeof stated, string | null>>>(stated);
  const { isBusy, error, run } = useAction(async () => {
    const names = Object.keys(stated) as (keyof typeof stated)[];
    const changed = names.filter((name) => facts[name] !== stated[name]);
    const body = Object.fromEntries(changed.map((name) => [name, facts[name]]));
    await updateWorkflow.send({ params: { workflowId }, body });
    for (const call of [getWorkflow, listWorkflows, listFindings, countFindings]) void loadAgain(call);
    showToast('The workflow is changed.');
    onClose();
  });
  const field = (
    name: keyof typeof stated,
    label: string,
    options: readonly (readonly [string, string])[],
  ) => (
    <SelectField
      label={label}
      value={facts[name] ?? ''}
      options={options}
      onChange={(value) => setFacts({ ...facts, [name]: value === '' ? null : value })}
    />
  );
  return (
    <Dialog
      title="Edit workflow"
      onClose={onClose}
      onSubmit={() => void run(undefined)}
      actions={
        <>
          <Button onClick={onClose}>Cancel</Button>
          <Button kind="primary" type="submit" isBusy={isBusy}>
            Save
          </Button>
        </>
      }
    >
      {field('ownerTeamId', 'Owner', [['', 'As the patterns of the teams say'], ...teams])}
      {field('criticality', 'Criticality', [NOT_STATED, ...CRITICALITY_OPTIONS])}
      {field('dataClass', 'Data class', [NOT_STATED, ...DATA_CLASS_OPTIONS])}
      {error && <ErrorState error={error} />}
    </Dialog>
  );
}
