/** Proof of identity that rejected calls wait for, before they are sent again. */
import { signal } from '@preact/signals';

/** Kind of a proof: a sign-in after the session has ended, or the password for an act that needs a recent one. */
export type ProofKind = 'sign-in' | 'password';

/** Proof that the app requests over the page now; null: none. */
export const neededProof = signal<ProofKind | null>(null);

let pending: PromiseWithResolvers<boolean> | null = null;

/** Requests a proof. All calls that wait share one dialog; resolves with false when the person closes it. */
export function requestProof(kind: ProofKind): Promise<boolean> {
  // A sign-in proves as much as the password does.
  if (neededProof.peek() !== 'sign-in') neededProof.value = kind;
  pending ??= Promise.withResolvers<boolean>();
  return pending.promise;
}

/** Ends the request: the calls are sent again, or fail. */
export function answerProof(isGiven: boolean): void {
  pending?.resolve(isGiven);
  pending = null;
  neededProof.value = null;
}
