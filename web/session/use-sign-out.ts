/** Hook for the way out of the app. */
import { useLocation } from 'preact-iso/router';
import { useAction } from '../api/use-action.ts';
import { showToast } from '../parts/feedback/live-region.tsx';
import { href } from '../routing/paths.ts';
import { signOut } from './session-changes.ts';

/** Returns an act that signs the person out, here and at the identity provider, and shows that it did. */
export function useSignOut(): { readonly isBusy: boolean; readonly leave: () => void } {
  const { path, route } = useLocation();
  const { isBusy, run } = useAction(async () => {
    try {
      const providerUrl = await signOut();
      const done = href('/sign-out', null);
      if (providerUrl !== null) location.assign(providerUrl);
      else if (path !== done) route(done);
    } catch (error) {
      showToast((error as Error).message);
    }
  });
  return { isBusy, leave: () => void run(undefined) };
}
