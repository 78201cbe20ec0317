/** Page behind a one-time link: an account is made, a person comes back, or a person joins an organisation. */
import { useEffect, useState } from 'preact/hooks';
import { readSignInLink, type SignInLink } from '../../api/calls/people.ts';
import { useAction } from '../../api/use-action.ts';
import { ErrorState } from '../../parts/feedback/error-state.tsx';
import { Skeleton } from '../../parts/feedback/skeleton.tsx';
import { Button } from '../../parts/form/button.tsx';
import { PageHeader } from '../../parts/layout/page-header.tsx';
import { linkToken } from '../../session/link-token.ts';
import { session } from '../../session/session.ts';
import { JoinPage } from './join-page.tsx';
import { LinkForm } from './link-form.tsx';

/** Reads what the link is for, which does not use it up, and shows the form for it. */
export function LinkPage({ token }: { readonly token: string }) {
  const [link, setLink] = useState<SignInLink | null>(null);
  const { error, run } = useAction(async () => setLink(await readSignInLink.send({ body: { token } })));
  useEffect(() => void run(undefined), []);
  if (link === null)
    return (
      <>
        <PageHeader title="Open a link" />
        {error ? (
          <div class="stack">
            <ErrorState error={error} onRetry={() => void run(undefined)} />
            <Button
              onClick={() => {
                linkToken.value = null;
              }}
            >
              Go on without the link
            </Button>
          </div>
        ) : (
          <Skeleton lines={4} />
        )}
      </>
    );
  const person = session.value?.person;
  if (link.purpose === 'invitation' && person != null)
    return <JoinPage token={token} link={link} person={person} />;
  return <LinkForm token={token} link={link} />;
}
