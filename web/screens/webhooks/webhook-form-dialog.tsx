/** Dialog to create a webhook or to change one. */
import { useState } from 'preact/hooks';
import type { WebhookTarget } from '../../../src/contract/webhook.ts';
import type { WebhookForm } from '../../api/calls/webhooks.ts';
import { useAction } from '../../api/use-action.ts';
import { Dialog } from '../../parts/feedback/dialog.tsx';
import { ErrorState } from '../../parts/feedback/error-state.tsx';
import { Button } from '../../parts/form/button.tsx';
import { CheckField, SelectField, TextField } from '../../parts/form/fields.tsx';
import { EVENT_LABELS, EVENTS, proposedEvents, TARGET_LABELS } from './webhook-words.ts';

interface WebhookFormDialogProps {
  readonly title: string;
  readonly verb: string;
  readonly initial: WebhookForm;
  /** True: the target is shown and can be chosen; it never changes later. */
  readonly canChooseTarget: boolean;
  readonly send: (form: WebhookForm) => Promise<void>;
  readonly onClose: () => void;
}

/** Shows the form; it stays with the error when the call fails. */
export function WebhookFormDialog(props: WebhookFormDialogProps) {
  const { title, verb, initial, canChooseTarget, send, onClose } = props;
  const [form, setForm] = useState(initial);
  const { isBusy, error, run } = useAction(send);
  const change = (changes: Partial<WebhookForm>) => setForm({ ...form, ...changes });
  const toggle = (event: string, isOn: boolean) =>
    change({ events: isOn ? [...form.events, event] : form.events.filter((other) => other !== event) });
  return (
    <Dialog
      title={title}
      onClose={onClose}
      onSubmit={() => void run(form)}
      actions={
        <>
          <Button onClick={onClose}>Cancel</Button>
          <Button kind="primary" type="submit" isBusy={isBusy} disabled={form.events.length === 0}>
            {verb}
          </Button>
        </>
      }
    >
      {canChooseTarget && (
        <SelectField
          label="Receiver"
          value={form.target as WebhookTarget}
          options={Object.entries(TARGET_LABELS) as [WebhookTarget, string][]}
          hint="Decides how messages are written. It cannot be changed later."
          onChange={(target) => change({ target, events: proposedEvents(target) })}
        />
      )}
      <TextField
        label="Address"
        type="url"
        required
        value={form.url}
        hint="A public https address."
        onInput={(url) => change({ url })}
      />
      <TextField
        label="Description"
        value={form.description}
        maxLength={200}
        hint="What it is for, so that others know whom to ask."
        onInput={(description) => change({ description })}
      />
      <TextField
        label="Repositories"
        value={form.repository}
        maxLength={512}
        hint="Only events about these, as bank/robots or bank/*. Empty: all."
        onInput={(repository) => change({ repository })}
      />
      <fieldset class="field">
        <legend class="field-legend">Events</legend>
        {EVENTS.map((event) => (
          <CheckField
            key={event}
            label={EVENT_LABELS[event]}
            checked={form.events.includes(event)}
            onChange={(isOn) => toggle(event, isOn)}
          />
        ))}
        {form.events.length === 0 && <span class="field-error">Choose at least one event.</span>}
      </fieldset>
      {error && <ErrorState error={error} />}
    </Dialog>
  );
}
