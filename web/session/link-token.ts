/** Token of a one-time link, taken out of the address before anything else happens. */
import { signal } from '@preact/signals';
import { href } from '../routing/paths.ts';

/** Token of the opened link; null without one, or after its use. */
export const linkToken = signal<string | null>(null);

/** Takes the token out of the address, so that neither the history nor a copied address has it. */
function takeLinkToken(): void {
  const [, token] = /^#t=(.+)$/.exec(location.hash) ?? [];
  if (token === undefined || location.pathname !== href('/sign-in', null)) return;
  linkToken.value = token;
  history.replaceState(null, '', location.pathname + location.search);
}

/** Takes tokens now and of links that are opened later in this tab. */
export function watchLinks(): void {
  takeLinkToken();
  addEventListener('hashchange', takeLinkToken);
}
