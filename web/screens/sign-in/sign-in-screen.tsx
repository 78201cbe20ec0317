/** Screen of `/sign-in`, and of every other address while no person has signed in. */
import { useEffect } from 'preact/hooks';
import { useLocation } from 'preact-iso/router';
import { href } from '../../routing/paths.ts';
import { linkToken } from '../../session/link-token.ts';
import { session } from '../../session/session.ts';
import { LinkPage } from './link-page.tsx';
import { WaysIn } from './ways-in.tsx';

/** Shows what the link is for, or else the sign-in. A person who has signed in is led on. */
export default function SignInScreen() {
  const { path, route } = useLocation();
  const token = linkToken.value;
  const isDone = session.value !== null && token === null;
  useEffect(() => {
    if (isDone && path === href('/sign-in', null)) route(href('/', null), true);
  }, [isDone, path]);
  if (isDone) return null;
  return token === null ? <WaysIn /> : <LinkPage key={token} token={token} />;
}
