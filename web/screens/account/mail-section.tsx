/** Form for what the person gets by mail from the organisation. */
import { useState } from 'preact/hooks';
import { setAnswer } from '../../api/answers.ts';
import { changeInboxMail, getInboxMail } from '../../api/calls/exceptions.ts';
import { useAction } from '../../api/use-action.ts';
import { useCall } from '../../api/use-call.ts';
import { ErrorState } from '../../parts/feedback/error-state.tsx';
import { showToast } from '../../parts/feedback/live-region.tsx';
import { Button } from '../../parts/form/button.tsx';
import { CheckField, SelectField } from '../../parts/form/fields.tsx';

/** Changes of the form. */
interface Choice {
  readonly pace: string;
  readonly kinds: readonly string[];
}

const PACES = [
  ['at_once', 'At once'],
  ['daily', 'Once a day'],
  ['never', 'Never'],
] as const;

const KINDS = {
  request: 'Requests that I may decide on',
  decision: 'Decisions on my requests',
  expiring: 'My exceptions that expire soon',
  blocked: 'Blocked changes of my teams',
} as const;

/** Chooses pace and kinds. It shows nothing where no mails are sent, or none can reach the person. */
export function MailSection() {
  const { data } = useCall(getInboxMail, {});
  const [draft, setDraft] = useState<Choice | null>(null);
  const { isBusy, error, run } = useAction(async (body: Choice) => {
    setAnswer(getInboxMail, {}, await changeInboxMail.send({ body }));
    setDraft(null);
    showToast('The choice is stored.');
  });
  if (!data?.isOn || data.email === null) return null;
  const { pace, kinds } = draft ?? data;
  const isNever = pace === 'never';
  return (
    <section class="section">
      <form
        class="stack"
        onSubmit={(event) => {
          event.preventDefault();
          void run({ pace, kinds });
        }}
      >
        <h2>Mail</h2>
        <SelectField
          label={`To ${data.email}`}
          options={PACES}
          value={pace as (typeof PACES)[number][0]}
          onChange={(value) => setDraft({ pace: value, kinds })}
        />
        {!isNever &&
          Object.entries(KINDS).map(([kind, label]) => (
            <CheckField
              key={kind}
              label={label}
              checked={kinds.includes(kind)}
              onChange={(isWanted) =>
                setDraft({
                  pace,
                  kinds: [...kinds.filter((known) => known !== kind), ...(isWanted ? [kind] : [])],
                })
              }
            />
          ))}
        {error && <ErrorState error={error} />}
        <div class="row">
          <Button type="submit" isBusy={isBusy} disabled={!draft || (!isNever && kinds.length === 0)}>
            Save choice
          </Button>
        </div>
      </form>
    </section>
  );
}
