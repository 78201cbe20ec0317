/** Page of an invitation for a person who has signed in already. */
import { acceptInvitation, type SignInLink } from '../../api/calls/people.ts';
import { useAction } from '../../api/use-action.ts';
import { ErrorState } from '../../parts/feedback/error-state.tsx';
import { Button } from '../../parts/form/button.tsx';
import { PageHeader } from '../../parts/layout/page-header.tsx';
import { linkToken } from '../../session/link-token.ts';
import { chooseOrganisation, type Person } from '../../session/session.ts';
import { signOut, updateSession } from '../../session/session-changes.ts';
import { Joining } from './joining.tsx';

interface JoinPageProps {
  readonly token: string;
  readonly link: SignInLink;
  readonly person: Person;
}

/** Lets the person join as who they are, or as another person. */
export function JoinPage({ token, link, person }: JoinPageProps) {
  const { isBusy, error, run } = useAction(async (act: () => Promise<void>) => act());
  const join = async () => {
    updateSession(await acceptInvitation.send({ body: { token } }));
    chooseOrganisation(link.organisation.id);
    linkToken.value = null;
  };
  return (
    <>
      <PageHeader title={`Join ${link.organisation.name}`} />
      <div class="stack">
        <Joining link={link} />
        <p>
          You are signed in as <bdi>{person.name}</bdi>
          {person.email !== null && (
            <>
              {' '}
              (<bdi>{person.email}</bdi>)
            </>
          )}
          .
        </p>
        {error && <ErrorState error={error} />}
        <Button kind="primary" isBusy={isBusy} onClick={() => void run(join)}>
          Join
        </Button>
        <Button isBusy={isBusy} onClick={() => void run(async () => void (await signOut()))}>
          Join as another person
        </Button>
      </div>
    </>
  );
}
