/** Comparison of actors: whether two are one person, as far as that can be known. */
import type { AuditActor } from './audit.ts';
import { comparableEmail } from './member.ts';

/** Identity of an actor. A member may be listed once for each of its known addresses. */
export type KnownActor = Pick<AuditActor, 'kind' | 'id' | 'email'>;

/** An actor and, behind it, who made or rotated it, who is behind these, and so on. */
export interface Origins {
  /** The actor first. */
  readonly actors: readonly KnownActor[];
  /** False: there are more than were read, so that no person can be ruled out. */
  readonly isComplete: boolean;
}

/**
 * Returns whether one person may be behind both: the same actor, a key and its creator or rotator, keys of one user, or
 * one e-mail address. Two keys of one key or of the operator belong to no particular person: they were created to be
 * given away. Incomplete origins may hide anybody.
 */
export function mayBeSamePerson(a: Origins, b: Origins): boolean {
  if (!a.isComplete || !b.isComplete) return true;
  const nameOf = ({ kind, id }: KnownActor) => `${kind} ${id}`;
  const addressesOf = ({ actors }: Origins) =>
    actors.flatMap(({ email }) => (email === null ? [] : [comparableEmail(email)]));
  const namesOfA = new Set(a.actors.map(nameOf));
  const namesOfB = new Set(b.actors.map(nameOf));
  const addresses = new Set(addressesOf(b));
  return (
    a.actors.slice(0, 1).some((actor) => namesOfB.has(nameOf(actor))) ||
    b.actors.slice(0, 1).some((actor) => namesOfA.has(nameOf(actor))) ||
    a.actors.some((actor) => actor.kind === 'user' && namesOfB.has(nameOf(actor))) ||
    addressesOf(a).some((address) => addresses.has(address))
  );
}
