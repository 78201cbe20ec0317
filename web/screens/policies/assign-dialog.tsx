/** Dialog that assigns a version of a pack to an environment or to all runs. */
import { useState } from 'preact/hooks';
import { loadAgain } from '../../api/answers.ts';
import { assignPack, listAssignments, type PackVersion } from '../../api/calls/policies.ts';
import { listEnvironments } from '../../api/calls/settings.ts';
import { useAction } from '../../api/use-action.ts';
import { useCall } from '../../api/use-call.ts';
import { Dialog } from '../../parts/feedback/dialog.tsx';
import { ErrorState } from '../../parts/feedback/error-state.tsx';
import { showToast } from '../../parts/feedback/live-region.tsx';
import { Button } from '../../parts/form/button.tsx';
import { SelectField } from '../../parts/form/fields.tsx';
import { href } from '../../routing/paths.ts';
import { CHOICE_LABELS, versionName } from './policy-words.ts';

interface AssignDialogProps {
  readonly versions: readonly PackVersion[];
  /** First choice; absent: the newest version for all runs. */
  readonly first?: { readonly pack: string; readonly environment: string };
  readonly onClose: () => void;
}

/** Shows the form; it stays with the error when the call fails. */
export function AssignDialog({ versions, first, onClose }: AssignDialogProps) {
  const environments = useCall(listEnvironments, {});
  const [environment, setEnvironment] = useState(first?.environment ?? '');
  const [pack, setPack] = useState(first?.pack ?? versionName(versions[0]!));
  const [choice, setChoice] = useState('');
  const { isBusy, error, run } = useAction(async () => {
    const body = { environment: environment || null, policyPack: pack || null, choice: choice || null };
    await assignPack.send({ body });
    await loadAgain(listAssignments);
    showToast('The assignment holds from now on.');
    onClose();
  });
  return (
    <Dialog
      title="Assign pack"
      onClose={onClose}
      onSubmit={() => void run(undefined)}
      actions={
        <>
          <Button onClick={onClose}>Cancel</Button>
          <Button kind="primary" type="submit" isBusy={isBusy}>
            Assign pack
          </Button>
        </>
      }
    >
      <SelectField
        label="Environment"
        value={environment}
        options={[
          ['', 'All runs without an assignment of their own'],
          ...(environments.data?.environments ?? []).map(({ name }) => [name, name] as const),
        ]}
        onChange={setEnvironment}
      />
      <SelectField
        label="Pack"
        value={pack}
        options={[
          ...versions.map((version) => [versionName(version), versionName(version)] as const),
          ['', 'None: end the assignment'],
        ]}
        onChange={setPack}
      />
      <SelectField
        label="A run may choose"
        value={choice}
        options={[['', 'As the pack says'], ...Object.entries(CHOICE_LABELS)]}
        hint="What a pipeline may set instead of the mode, ruleset and pack in force."
        onChange={setChoice}
      />
      {first === undefined && pack !== '' && (
        <p class="soft">
          <a href={tryAddress(pack, environment)}>Try it first</a>: a dry run shows which workflows would be
          blocked.
        </p>
      )}
      {error && <ErrorState error={error} />}
    </Dialog>
  );
}

/** Returns the address of the page that tries a version on earlier runs. */
function tryAddress(pack: string, environment: string): string {
  const [slug, version] = pack.split('@') as [string, string];
  return href('/policies/:slug', { slug }, { version, environment });
}
