/** Sentence about what an invitation gives. */
import type { SignInLink } from '../../api/calls/people.ts';
import { roleName } from '../members/role-words.ts';

/** Says for whom the invitation is, and the role that it gives. */
export function Joining({ link: { email, role } }: { readonly link: SignInLink }) {
  return (
    <p class="soft">
      You are invited{role !== null && ` as ${roleName(role).toLowerCase()}`}
      {email !== null && (
        <>
          , with the address <bdi>{email}</bdi>
        </>
      )}
      .
    </p>
  );
}
