/** Whether two actors are one person, as far as that can be known. */
import type { AuditActor } from './audit.ts';

/** An actor and, behind it, who made or rotated it, who is behind these, and so on. */
export type Origins = readonly Pick<AuditActor, 'kind' | 'id' | 'email'>[];

/**
 * Whether the same hands may be behind both: the same actor, a key and who made or rotated it, keys of one user, or
 * one e-mail address. Two keys of one key or of the operator are nobody's in particular: they were made to be given away.
 */
export function mayBeSamePerson(a: Origins, b: Origins): boolean {
  const same = (one: Origins[number], other: Origins[number]) =>
    one.kind === other.kind && one.id === other.id;
  const isIn = (one: Origins[number] | undefined, others: Origins) =>
    one !== undefined && others.some((other) => same(one, other));
  const users = a.filter(({ kind }) => kind === 'user');
  const addresses = new Set(b.flatMap(({ email }) => email?.toLowerCase() ?? []));
  return (
    isIn(a[0], b) ||
    isIn(b[0], a) ||
    users.some((user) => isIn(user, b)) ||
    a.some(({ email }) => email !== null && addresses.has(email.toLowerCase()))
  );
}
