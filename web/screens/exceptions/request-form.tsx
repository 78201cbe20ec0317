/** Form of a request. */
import type { ComponentChildren } from 'preact';
import { useState } from 'preact/hooks';
import type { ExceptionPreview } from '../../api/calls/exceptions.ts';
import { isSeverity } from '../../parts/data/severities.ts';
import { SeverityMark } from '../../parts/data/severity-mark.tsx';
import { TextParts } from '../../parts/data/text-parts.tsx';
import { counted } from '../../parts/data/words.ts';
import { Button } from '../../parts/form/button.tsx';
import { CheckField, Field, TextField } from '../../parts/form/fields.tsx';
import { Icon } from '../../parts/icons/icon.tsx';
import { KeyValues } from '../../parts/layout/key-values.tsx';
import { href } from '../../routing/paths.ts';
import { repositoryText } from './exception-words.ts';
import { endOf, lastDays, type RequestTerms } from './request-terms.ts';

/** Longest reason that the API takes. */
const REASON_CHARACTERS_MAX = 1_000;

interface RequestFormProps {
  readonly preview: ExceptionPreview;
  readonly ruleTitle: string;
  readonly terms: RequestTerms;
  readonly onChange: (changes: Partial<RequestTerms>) => void;
  readonly isBusy: boolean;
  /** True while it is not known whether the terms are acceptable. */
  readonly isBarred: boolean;
  readonly onSubmit: (details: { readonly reason: string; readonly expiresAt: string }) => void;
  /** Error of the last attempt. */
  readonly children: ComponentChildren;
}

/** Shows the finding, the fields, and the problem that a request would have. */
export function RequestForm(props: RequestFormProps) {
  const { preview, ruleTitle, terms, onChange, isBusy, isBarred, onSubmit, children } = props;
  const { severity, daysMax, location, repository, fileName, ruleId } = preview;
  const days = lastDays(daysMax);
  const [reason, setReason] = useState('');
  const [day, setDay] = useState(days.proposed);
  const [isTried, setTried] = useState(false);
  const isReasonMissing = reason.trim() === '';
  const isDayWrong = day < days.min || day > days.max;
  const isImpossible = preview.problem !== null || preview.sameRequestId !== null;
  const submit = (event: Event) => {
    event.preventDefault();
    setTried(true);
    if (isReasonMissing || isDayWrong || isBarred || isImpossible) return;
    onSubmit({ reason: reason.trim(), expiresAt: endOf(day) });
  };
  return (
    <form class="stack stack--loose" onSubmit={submit} noValidate>
      <KeyValues
        entries={[
          ['Rule', <TextParts key="rule" parts={ruleTitle === ruleId ? [ruleId] : [ruleTitle, ruleId]} />],
          ['Severity', isSeverity(severity) ? <SeverityMark severity={severity} long /> : severity],
          [
            'File',
            <bdi key="file" class="exception-text">
              {fileName}
            </bdi>,
          ],
          [
            'Place',
            <bdi key="place" class="exception-text">
              {location}
            </bdi>,
          ],
          ['Repository', <bdi key="runs">{repositoryText(repository)}</bdi>],
        ]}
      />
      <Problem preview={preview} />
      <TextField
        label="Reason"
        rows={4}
        required
        maxLength={REASON_CHARACTERS_MAX}
        value={reason}
        hint="Why the finding may stay for a while, and what is done until then."
        error={isTried && isReasonMissing ? 'Write down why the exception is needed.' : null}
        onInput={setReason}
      />
      <Field
        label="Last day"
        hint={`It ends with this day, UTC. At most ${counted(daysMax, 'day')} for this severity.`}
        error={isTried && isDayWrong ? `Choose a day from ${days.min} to ${days.max}.` : null}
      >
        {(control) => (
          <input
            {...control}
            type="date"
            required
            min={days.min}
            max={days.max}
            value={day}
            onInput={(event) => setDay(event.currentTarget.value)}
          />
        )}
      </Field>
      <details class="disclosure">
        <summary>More than this finding</summary>
        <div class="stack">
          <TextField
            label="Files"
            value={terms.fileName}
            hint="A path in which * stands for any text, and which fits the file of the finding. Empty: that file alone."
            onInput={(next) => onChange({ fileName: next })}
          />
          <CheckField
            label="For the runs of all repositories"
            checked={terms.isForAllRepositories}
            onChange={(next) => onChange({ isForAllRepositories: next })}
          />
        </div>
      </details>
      {children}
      <div class="row">
        <Button kind="primary" type="submit" isBusy={isBusy} disabled={isImpossible}>
          Request exception
        </Button>
        <span class="field-hint">An approver or admin other than you decides.</span>
      </div>
    </form>
  );
}

/** Says why a request with these terms would be rejected, before it is sent. */
function Problem({ preview: { problem, sameRequestId } }: { readonly preview: ExceptionPreview }) {
  if (problem === null && sameRequestId === null) return null;
  return (
    <div class={problem === null ? 'notice' : 'notice notice--bad'} role="alert">
      <Icon name={problem === null ? 'info' : 'warning'} />
      <div class="notice-body">
        {problem !== null && <p>{problem.message}</p>}
        {sameRequestId !== null && (
          <p>
            The same exception waits for a decision already.{' '}
            <a href={href('/exceptions/:id', { id: sameRequestId })}>Show it</a>
          </p>
        )}
      </div>
    </div>
  );
}
