/** Signed-in person, the organisation in use, and what both allow. */
import { computed, signal } from '@preact/signals';
import type { Scope } from '../../src/service/access/scopes.ts';

/** Organisation that the person is a member of. */
export interface Organisation {
  readonly id: string;
  readonly name: string;
  readonly scopes: readonly Scope[];
}

/** Person who uses the app, and their organisations. */
export interface Session {
  /** Null when something before the app identifies its calls, as a proxy with a key does. */
  readonly person: { readonly name: string; readonly email: string } | null;
  /** Empty in the same case: what is allowed is then known from the answers alone. */
  readonly organisations: readonly Organisation[];
}

/** Current session; null until it is known. */
export const session = signal<Session | null>(null);

/** True when a call was answered with 401: the app shows the sign-in over the page. */
export const signInNeeded = signal(false);

const chosenId = signal<string | null>(null);

/** Organisation in use; null when the session names none. */
export const organisation = computed<Organisation | null>(() => {
  const all = session.value?.organisations ?? [];
  return all.find(({ id }) => id === chosenId.value) ?? all[0] ?? null;
});

/** Identifier that every call sends as `X-Org-Id`. */
export const organisationId = computed<string | null>(() => organisation.value?.id ?? null);

/** Changes the organisation in use. */
export function chooseOrganisation(id: string): void {
  chosenId.value = id;
}

/** Returns whether the person has one of the scopes. Without an organisation the answers decide. */
export function hasScope(scopes: readonly Scope[]): boolean {
  const granted = organisation.value?.scopes;
  return granted === undefined || scopes.length === 0 || scopes.some((scope) => granted.includes(scope));
}

/** Opens the sign-in over the page. */
export function requestSignIn(): void {
  signInNeeded.value = true;
}
