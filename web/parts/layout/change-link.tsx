/** Link from a run to its change. */
import { listChanges } from '../../api/calls/changes.ts';
import { useCall } from '../../api/use-call.ts';
import { href } from '../../routing/paths.ts';

/** Shows the link if the run belongs to a commit or a pipeline run. */
export function ChangeLink({ runId }: { readonly runId: string }) {
  const { data } = useCall(listChanges, { query: { runId } });
  const change = data?.changes[0];
  if (change === undefined || (change.kind !== 'commit' && change.kind !== 'pipeline')) return null;
  return (
    <a href={href('/changes/:id', { id: change.id })}>
      {change.kind === 'commit' ? 'Change of this commit' : 'Change of this pipeline run'}
    </a>
  );
}
