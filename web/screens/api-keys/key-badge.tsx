/** Badge with the state of a key. */
import { Badge } from '../../parts/data/badge.tsx';
import { KEY_STATUSES } from './key-words.ts';

/** Shows the state; a state that this page does not know is shown as it is. */
export function KeyBadge({ status }: { readonly status: string }) {
  const [tone, word] = KEY_STATUSES[status] ?? (['plain', status] as const);
  return <Badge tone={tone}>{word}</Badge>;
}
