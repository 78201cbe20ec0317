/** Button that assigns the open finding, as far as the newest run of its workflow has it. */
import { useState } from 'preact/hooks';
import { type EstateFinding, listFindings, listWorkflows } from '../../api/calls/estate.ts';
import type { Result } from '../../api/calls/results.ts';
import { useAction } from '../../api/use-action.ts';
import { showToast } from '../../parts/feedback/live-region.tsx';
import { AssignDialog } from '../../parts/form/assign-dialog.tsx';
import { Button } from '../../parts/form/button.tsx';
import { hasScope } from '../../session/session.ts';

/** Workflows and findings among which this one is looked for. */
const ROWS_MAX = 200;
const NOT_NEWEST =
  'Findings are assigned in the newest run of a file, and this is an older one or another branch.';

interface AssignFindingProps {
  readonly result: Result;
  readonly findingId: string | null;
  readonly ruleId: string | null;
}

/** Shows the button and its dialog. */
export function AssignFinding({ result, findingId, ruleId }: AssignFindingProps) {
  const [found, setFound] = useState<EstateFinding | null>(null);
  const find = useAction(async () => setFound(await findingOf(result, findingId, ruleId)));
  if (!hasScope(['exceptions:request'])) return null;
  return (
    <p>
      <Button small isBusy={find.isBusy} onClick={() => void find.run(undefined)}>
        Assign
      </Button>
      {find.error && <span role="alert"> {find.error.message}</span>}
      {found && (
        <AssignDialog
          findings={[found]}
          onClose={() => setFound(null)}
          onDone={(text) => {
            setFound(null);
            showToast(text);
          }}
        />
      )}
    </p>
  );
}

/** Finds a finding among those of the workflow that shows this run. @throws Error in words when there is none */
async function findingOf(
  { filename, pipeline: { repository }, validationId }: Result,
  findingId: string | null,
  ruleId: string | null,
): Promise<EstateFinding> {
  const workflows = await listWorkflows.send({
    query: { q: filename, repository, sort: 'time', pageSize: ROWS_MAX },
  });
  const workflow = workflows.items.find((one) => one.validationId === validationId);
  if (workflow === undefined) throw new Error(NOT_NEWEST);
  const { workflowId } = workflow;
  const query = { workflowId, ruleId, status: 'all', pageSize: ROWS_MAX };
  const finding = (await listFindings.send({ query })).items.find((one) => one.findingId === findingId);
  if (finding === undefined) throw new Error(NOT_NEWEST);
  return finding;
}
