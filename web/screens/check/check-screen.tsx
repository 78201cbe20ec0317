/** Screen of `/check`: validates files of a person by the organisation's policy. */
import { useEffect, useRef, useState } from 'preact/hooks';
import { useLocation } from 'preact-iso/router';
import { listEnvironments } from '../../api/calls/settings.ts';
import { useCall } from '../../api/use-call.ts';
import { counted } from '../../parts/data/words.ts';
import { ErrorState } from '../../parts/feedback/error-state.tsx';
import { DropProgress } from '../../parts/form/drop-progress.tsx';
import { DropZone } from '../../parts/form/drop-zone.tsx';
import { SelectField, TextField } from '../../parts/form/fields.tsx';
import { PageHeader } from '../../parts/layout/page-header.tsx';
import { chosenFiles, droppedFiles, type PathFile } from './dropped-files.ts';
import { type CheckFields, type CheckStep, submitFiles } from './submit-files.ts';

/** Takes files or a folder, shows how far they are, and leads to the result. */
export default function CheckScreen() {
  const [fields, setFields] = useState<CheckFields>({ environment: '', repository: '' });
  const { check, cancel, files, step, error } = useCheck(fields);
  const environments = useCall(listEnvironments, {}).data?.environments ?? [];
  return (
    <>
      <PageHeader
        title="Check files"
        subtitle="They are judged by the policy of your organisation, and their run appears in the feed."
      />
      <div class="stack">
        <div class="form-columns">
          <SelectField
            label="Environment"
            hint="Its mode and ruleset apply."
            value={fields.environment}
            options={[['', 'None'], ...environments.map(({ name }) => [name, name] as const)]}
            onChange={(environment) => setFields({ ...fields, environment })}
          />
          <TextField
            label="Repository"
            hint="Optional. Runs of the same repository and path are compared."
            value={fields.repository}
            onInput={(repository) => setFields({ ...fields, repository })}
          />
        </div>
        {files && step ? (
          <DropProgress
            onCancel={cancel}
            {...(step.name === 'packing' ? { share: { value: step.count, max: files.length } } : {})}
          >
            {stepText(step, files)}
          </DropProgress>
        ) : (
          <DropZone
            takesFolders
            title="Drop a workflow, an export or a folder here, or"
            hint="A project of UiPath, a solution, flow, bot or release; a zip of at most 250 MiB"
            onDrop={(dropped) => check(() => droppedFiles(dropped))}
            onChoose={(chosen) => check(async () => chosenFiles(chosen))}
          />
        )}
        {error && (
          <ErrorState error={error} {...(files ? { onRetry: () => check(async () => files) } : {})} />
        )}
      </div>
    </>
  );
}

function stepText(step: CheckStep, files: readonly PathFile[]) {
  if (step.name === 'packing')
    return `Packing ${step.count.toLocaleString('en')} of ${counted(files.length, 'file')}`;
  const [only] = files;
  return files.length === 1 && only ? (
    <>
      Sending <bdi>{only.path}</bdi>
    </>
  ) : (
    `Sending ${counted(files.length, 'file')}`
  );
}

/** Sends one choice of files at a time. */
function useCheck(fields: CheckFields) {
  const { route } = useLocation();
  const [files, setFiles] = useState<readonly PathFile[] | null>(null);
  const [step, setStep] = useState<CheckStep | null>(null);
  const [error, setError] = useState<Error | null>(null);
  const current = useRef<AbortController | null>(null);
  const check = async (read: () => Promise<readonly PathFile[]>) => {
    current.current?.abort();
    const controller = new AbortController();
    current.current = controller;
    const { signal } = controller;
    setError(null);
    try {
      const chosen = await read();
      signal.throwIfAborted();
      if (chosen.length === 0) throw new Error('The folder has no files. Choose the one with your project.');
      setFiles(chosen);
      setStep({ name: 'packing', count: 0 });
      const onStep = (next: CheckStep) => {
        if (!signal.aborted) setStep(next);
      };
      const address = await submitFiles({ files: chosen, fields, signal, onStep });
      if (!signal.aborted) route(address);
    } catch (failure) {
      if (signal.aborted) return;
      setStep(null);
      setError(failure as Error);
    }
  };
  const cancel = () => {
    current.current?.abort();
    setStep(null);
  };
  // A person who leaves the screen is not led to the result.
  useEffect(() => () => current.current?.abort(), []);
  return {
    files,
    step,
    error,
    cancel,
    check: (read: () => Promise<readonly PathFile[]>) => void check(read),
  };
}
