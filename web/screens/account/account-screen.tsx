/** Screen of `/account`: the person, the password, mails, the sessions, and how the app looks here. */
import { EmptyState } from '../../parts/feedback/empty-state.tsx';
import { PageHeader } from '../../parts/layout/page-header.tsx';
import { session } from '../../session/session.ts';
import { DisplaySection } from './display-section.tsx';
import { GroupsSection } from './groups-section.tsx';
import { MailSection } from './mail-section.tsx';
import { NameForm } from './name-form.tsx';
import { PasswordForm } from './password-form.tsx';
import { SessionsSection } from './sessions-section.tsx';

/** Shows the person's account. Behind a proxy with a key there is no person. */
export default function AccountScreen() {
  const person = session.value?.person;
  return (
    <>
      <PageHeader title="Account" subtitle={person?.email && <bdi>{person.email}</bdi>} />
      {person ? (
        <>
          <div class="form-columns">
            <NameForm key={person.name} person={person} />
            {person.isLocal && <PasswordForm email={person.email ?? ''} />}
          </div>
          <GroupsSection />
          <MailSection />
          <SessionsSection />
        </>
      ) : (
        <EmptyState icon="account" title="No person has signed in">
          A proxy identifies the calls of this browser, so there is no account here.
        </EmptyState>
      )}
      <DisplaySection />
    </>
  );
}
