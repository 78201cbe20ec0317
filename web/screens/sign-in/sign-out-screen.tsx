/** Screen of `/sign-out`. A link from elsewhere leads here, so that it takes a click to sign out. */
import { Button, LinkButton } from '../../parts/form/button.tsx';
import { PageHeader } from '../../parts/layout/page-header.tsx';
import { href } from '../../routing/paths.ts';
import { session } from '../../session/session.ts';
import { useSignOut } from '../../session/use-sign-out.ts';

/** Signs out, or shows that the person has signed out. */
export default function SignOutScreen() {
  const { isBusy, leave } = useSignOut();
  const person = session.value?.person;
  if (person == null)
    return (
      <>
        <PageHeader title="You are signed out" subtitle="Here, and in every other tab of this browser." />
        <LinkButton kind="primary" href={href('/sign-in', null)}>
          Sign in
        </LinkButton>
      </>
    );
  return (
    <>
      <PageHeader
        title="Sign out?"
        subtitle={
          <>
            You are signed in as <bdi>{person.name}</bdi>.
          </>
        }
      />
      <div class="row">
        <Button kind="primary" isBusy={isBusy} onClick={leave}>
          Sign out
        </Button>
        <LinkButton href={href('/', null)}>Stay signed in</LinkButton>
      </div>
    </>
  );
}
