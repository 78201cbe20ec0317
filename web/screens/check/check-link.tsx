/** Link to the screen that takes files, for people who may send some. */
import { LinkButton } from '../../parts/form/button.tsx';
import { href } from '../../routing/paths.ts';
import { hasScope } from '../../session/session.ts';

/** Shows the link as a button. */
export function CheckLink() {
  if (!hasScope(['analysis:write'])) return null;
  return <LinkButton href={href('/check', null)}>Check files</LinkButton>;
}
