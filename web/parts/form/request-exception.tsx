/** Way from a finding to the request of an exception. */
import { useLocation } from 'preact-iso/router';
import { useKey } from '../../shell/keys.ts';
import { LinkButton } from './button.tsx';

/** Shows the link; the key `e` does the same. */
export function RequestException({ address }: { readonly address: string }) {
  const { route } = useLocation();
  useKey('e', () => route(address), 'Request an exception');
  return (
    <div class="row">
      <LinkButton href={address}>Request exception</LinkButton>
    </div>
  );
}
