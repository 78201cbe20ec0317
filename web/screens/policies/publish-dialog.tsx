/** Dialog that publishes a built policy pack. */
import { useState } from 'preact/hooks';
import { loadAgain } from '../../api/answers.ts';
import { listPacks, type PackVersion, publishPack } from '../../api/calls/policies.ts';
import { useAction } from '../../api/use-action.ts';
import { Dialog } from '../../parts/feedback/dialog.tsx';
import { ErrorState } from '../../parts/feedback/error-state.tsx';
import { showToast } from '../../parts/feedback/live-region.tsx';
import { Button } from '../../parts/form/button.tsx';
import { DropZone } from '../../parts/form/drop-zone.tsx';
import { versionName } from './policy-words.ts';

/** File that the service has checked, and the version that it holds. */
interface CheckedPack {
  readonly file: File;
  readonly version: PackVersion;
}

/** Checks the chosen file, names its version, and publishes it once the person agrees. */
export function PublishDialog({ onClose }: { readonly onClose: () => void }) {
  const [checked, setChecked] = useState<CheckedPack | null>(null);
  const { isBusy, error, run } = useAction((act: () => Promise<void>) => act());
  const check = (file: File | undefined) => {
    setChecked(null);
    if (file) void run(async () => setChecked({ file, version: await send(file, true) }));
  };
  const publish = (file: File) =>
    run(async () => {
      const version = await send(file, false);
      await loadAgain(listPacks);
      showToast(`${versionName(version)} is published. It holds where you assign it.`);
      onClose();
    });
  return (
    <Dialog
      title="Publish pack"
      onClose={onClose}
      actions={
        <>
          <Button onClick={onClose}>Cancel</Button>
          {checked && (
            <Button kind="primary" isBusy={isBusy} onClick={() => void publish(checked.file)}>
              Publish {versionName(checked.version)}
            </Button>
          )}
        </>
      }
    >
      <DropZone
        title="Drop a built pack here, or"
        hint={
          <>
            The file of <code>flowarden policy build</code>, at most 4 MiB
          </>
        }
        onDrop={({ files }) => check(files[0])}
        onChoose={([file]) => check(file)}
      />
      <p role="status">
        {isBusy && !checked && 'Checking the pack'}
        {checked &&
          `${checked.file.name} is sound: ${versionName(checked.version)}, revision ${checked.version.revision}.`}
      </p>
      {error && <ErrorState error={error} />}
    </Dialog>
  );
}

/** Sends the file; the service stores it unless it is only checked. */
async function send(file: File, isCheck: boolean): Promise<PackVersion> {
  const body = new FormData();
  body.append('dry_run', String(isCheck));
  // The service reads the fields before the file.
  body.append('file', file);
  return publishPack.send({ body });
}
