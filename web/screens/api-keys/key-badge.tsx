/** Badge with the state of a key. */
import { Badge } from '../../parts/data/badge.tsx';
import { KEY_STATUSES } from './key-words.ts';

/** Shows the state; one that is newer than this page stands for itself. */
export function KeyBadge({ status }: { readonly status: string }) {
  const [tone, word] = KEY_STATUSES[status] ?? (['plain', status] as const);
  return <Badge tone={tone}>{word}</Badge>;
}
