/** Sign-in at the identity provider. */
import { startProviderSignIn } from '../api/calls/people.ts';
import { basePath, href } from '../routing/paths.ts';
import { withCookie } from './with-cookie.ts';

/** Leaves for the provider, which leads back to this page. With `reauthenticate` the person has to prove anew who they are. */
export async function goToProvider(reauthenticate: boolean): Promise<void> {
  const isSignIn = location.pathname === href('/sign-in', null);
  const returnTo = isSignIn ? '/' : location.pathname.slice(basePath().length) + location.search;
  const { url } = await withCookie(() => startProviderSignIn.send({ body: { returnTo, reauthenticate } }));
  location.assign(url);
}
