/** Dialog of a trust policy: a new one, or changes of one. */
import { useState } from 'preact/hooks';
import type { TrustPolicy, TrustPolicyForm } from '../../api/calls/trust-policies.ts';
import { useAction } from '../../api/use-action.ts';
import { Dialog } from '../../parts/feedback/dialog.tsx';
import { ErrorState } from '../../parts/feedback/error-state.tsx';
import { Button } from '../../parts/form/button.tsx';
import { SelectField, TextField } from '../../parts/form/fields.tsx';
import { claimsIn, linesOf } from './claim-lines.ts';
import { PROVIDERS } from './provider-words.ts';

interface PolicyDialogProps {
  /** Policy to change; null: a new one. */
  readonly policy: TrustPolicy | null;
  readonly send: (form: TrustPolicyForm) => Promise<unknown>;
  readonly onClose: () => void;
}

const FIRST = 'github';
const OPTIONS = Object.entries(PROVIDERS).map(([name, { title }]) => [name, title] as const);

/** Takes name, CI system, pins and conditions. CI system and issuer stay as they were made. */
export function PolicyDialog({ policy, send, onClose }: PolicyDialogProps) {
  const [name, setName] = useState(policy?.name ?? '');
  const [provider, setProvider] = useState(policy?.provider ?? FIRST);
  const words = PROVIDERS[provider]!;
  const [issuer, setIssuer] = useState(policy?.issuer ?? words.issuer);
  const [pins, setPins] = useState(policy ? linesOf(policy.pins) : words.pins);
  const [conditions, setConditions] = useState(policy ? linesOf(policy.conditions) : words.conditions);
  const [faults, setFaults] = useState<{ readonly pins?: string; readonly conditions?: string }>({});
  const { isBusy, error, run } = useAction(send);
  const choose = (next: string) => {
    setProvider(next);
    setIssuer(PROVIDERS[next]!.issuer);
    setPins(PROVIDERS[next]!.pins);
    setConditions(PROVIDERS[next]!.conditions);
  };
  const submit = () => {
    const pinned = claimsIn(pins);
    const tested = claimsIn(conditions);
    if (typeof pinned === 'string') return setFaults({ pins: pinned });
    if (typeof tested === 'string') return setFaults({ conditions: tested });
    setFaults({});
    void run({ name, provider, issuer, pins: pinned, conditions: tested });
  };
  const verb = policy ? 'Save' : 'Trust jobs';
  return (
    <Dialog
      title={policy ? 'Change trust policy' : 'Trust jobs of a CI system'}
      onClose={onClose}
      onSubmit={submit}
      actions={
        <>
          <Button onClick={onClose}>Cancel</Button>
          <Button kind="primary" type="submit" isBusy={isBusy}>
            {verb}
          </Button>
        </>
      }
    >
      <TextField
        label="Name"
        required
        maxLength={128}
        value={name}
        hint="Such as the repository. Runs show it as their owner."
        onInput={setName}
      />
      {policy === null && (
        <>
          <SelectField label="CI system" value={provider} options={OPTIONS} onChange={choose} />
          <TextField
            label="Issuer"
            type="url"
            required
            value={issuer}
            hint="Address of the system that signs the tokens. The operator lists the accepted ones."
            onInput={setIssuer}
          />
        </>
      )}
      <TextField
        label="Pins"
        required
        rows={3}
        value={pins}
        error={faults.pins ?? null}
        hint={`A line for each claim, with its exact value. ${words.hint}`}
        onInput={setPins}
      />
      <TextField
        label="Conditions"
        rows={3}
        value={conditions}
        error={faults.conditions ?? null}
        hint="Optional. A line for each further claim; * stands for any characters, as in ref = refs/heads/*."
        onInput={setConditions}
      />
      {error && <ErrorState error={error} />}
    </Dialog>
  );
}
