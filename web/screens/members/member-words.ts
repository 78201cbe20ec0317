/** Words for members. */
import type { Member } from '../../api/calls/members.ts';
import { session } from '../../session/session.ts';

/** Returns the name to show: that of the account, else what the member was added with. */
export function memberName({ name, email, subject, id }: Member): string {
  return name ?? email ?? subject ?? id;
}

/** Returns whether a member is the person who uses the app. */
export function isOwn({ subject }: Member): boolean {
  const person = session.value?.person;
  return person?.isLocal === true && subject === person.id;
}
