/** Signed-in person, the organisation in use, and what both allow. */
import { computed, signal } from '@preact/signals';
import type { Scope } from '../../src/service/access/scopes.ts';

/** Person who has signed in. */
export interface Person {
  readonly id: string;
  readonly name: string;
  readonly email: string | null;
  /** False for a person of the identity provider, who has no password here. */
  readonly isLocal: boolean;
}

/** Organisation that the person is a member of. */
export interface Organisation {
  readonly id: string;
  readonly name: string;
  readonly role: string;
  readonly scopes: readonly Scope[];
}

/** Person who uses the app, and their organisations. */
export interface Session {
  /** Null when something before the app identifies its calls, as a proxy with a key does. */
  readonly person: Person | null;
  /** Empty in the same case: the answers then show what is allowed. */
  readonly organisations: readonly Organisation[];
}

/** Current session; null while no person has signed in. */
export const session = signal<Session | null>(null);

/** Number of answers that contradict the session: each time it is read again. */
export const doubts = signal(0);

/** Has the session read again, as an answer shows that the rights of the person have changed. */
export function distrustSession(): void {
  doubts.value++;
}

const STORAGE_NAME = 'flowarden.organisation';
const chosenId = signal<string | null>(readChoice());

/** Organisation in use; null when the session names none. */
export const organisation = computed<Organisation | null>(() => {
  const all = session.value?.organisations ?? [];
  return all.find(({ id }) => id === chosenId.value) ?? all[0] ?? null;
});

/** Identifier that every call sends as `X-Org-Id`. */
export const organisationId = computed<string | null>(() => organisation.value?.id ?? null);

/** True for a person who is no member of any organisation: there is nothing to show. */
export const hasNoOrganisation = computed(
  () => session.value?.person != null && session.value.organisations.length === 0,
);

/** Changes the organisation in use, for this browser's next visits too. */
export function chooseOrganisation(id: string): void {
  chosenId.value = id;
  try {
    localStorage.setItem(STORAGE_NAME, id);
  } catch {
    // A browser without storage forgets the choice.
  }
}

/** Returns whether the person has one of the scopes. Where a proxy identifies the calls, the answers decide. */
export function hasScope(scopes: readonly Scope[]): boolean {
  if (scopes.length === 0 || session.value?.person == null) return true;
  const granted = organisation.value?.scopes ?? [];
  return scopes.some((scope) => granted.includes(scope));
}

function readChoice(): string | null {
  try {
    return localStorage.getItem(STORAGE_NAME);
  } catch {
    return null;
  }
}
