/** Form in which a visitor leaves an address. It comes last, and nothing waits for it. */
import { useRef, useState } from 'preact/hooks';
import { ApiError } from '../../api/api-error.ts';
import { getLeadChallenge, leaveLead } from '../../api/calls/free-scans.ts';
import { useAction } from '../../api/use-action.ts';
import { useCall } from '../../api/use-call.ts';
import { ErrorState } from '../../parts/feedback/error-state.tsx';
import { Button } from '../../parts/form/button.tsx';
import { TextField } from '../../parts/form/fields.tsx';
import { CaptchaFrame } from './captcha-frame.tsx';
import { solveChallenge } from './proof-of-work.ts';

/** Shows the form where a proof of work opens it, or the widget of a captcha provider. */
export function LeadForm({ token }: { readonly token: string }) {
  const { data } = useCall(getLeadChallenge, {});
  const [email, setEmail] = useState('');
  const [widgetAnswer, setWidgetAnswer] = useState('');
  const proof = useProof();
  const captcha = data?.captcha ?? null;
  const { isBusy, error, run } = useAction(async () => {
    const answer = captcha ? widgetAnswer : await proof.take();
    const body = { email, scanToken: token, source: 'scan', 'captcha-response': answer };
    return leaveLead.send({ body });
  });
  const [storedEmail, setStoredEmail] = useState<string | null>(null);
  if (data?.challenge == null && captcha === null) return null;
  if (storedEmail !== null)
    return (
      <p class="notice lead" role="status">
        Thank you. We write to <bdi>{storedEmail}</bdi>.
      </p>
    );
  const isAboutEmail = error instanceof ApiError && ['invalid_email', 'missing_field'].includes(error.code);
  return (
    <section class="lead">
      <h2>Check every change, not one file</h2>
      <p class="soft prose">
        Leave your address, and we show you how your pipelines and your team get such reports by themselves.
      </p>
      <form
        class="stack"
        {...(captcha ? {} : { onFocusCapture: proof.begin })}
        onSubmit={(event) => {
          event.preventDefault();
          void run(undefined).then((lead) => lead && setStoredEmail(lead.email ?? email));
        }}
      >
        <TextField
          label="E-mail"
          type="email"
          autocomplete="email"
          required
          value={email}
          error={isAboutEmail ? error.message : null}
          hint={
            captcha
              ? undefined
              : 'In place of a captcha your browser does a second of arithmetic. No other service is involved.'
          }
          onInput={setEmail}
        />
        {captcha && <CaptchaFrame captcha={captcha} onAnswer={setWidgetAnswer} />}
        <div class="row">
          <Button type="submit" isBusy={isBusy} disabled={captcha !== null && widgetAnswer === ''}>
            {isBusy ? 'Sending…' : 'Send address'}
          </Button>
        </div>
        {error && !isAboutEmail && <ErrorState error={error} />}
      </form>
    </section>
  );
}

/** Solves a challenge as soon as the form has the focus. Each proof counts once, so the next attempt gets a new one. */
function useProof() {
  const running = useRef<Promise<string> | null>(null);
  const begin = () => {
    if (running.current !== null) return;
    const solving = getLeadChallenge
      .send({})
      .then(({ challenge, bits }) => solveChallenge(challenge ?? '', bits ?? 0));
    // The error is that of the attempt which waits for it.
    solving.catch(() => {});
    running.current = solving;
  };
  const take = async () => {
    begin();
    const solving = running.current!;
    running.current = null;
    return solving;
  };
  return { begin, take };
}
