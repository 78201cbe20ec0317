/** Badge with the state of an exception. */
import type { Exception } from '../../api/calls/exceptions.ts';
import { Badge } from '../../parts/data/badge.tsx';
import { isEndingSoon, STATES } from './exception-words.ts';

/** Shows the state; an approved exception that ends soon says so. */
export function ExceptionBadge({ exception }: { readonly exception: Exception }) {
  const [tone, name] = STATES[exception.status as keyof typeof STATES] ?? ['plain', exception.status];
  return isEndingSoon(exception) ? (
    <Badge tone="warning">Ending soon</Badge>
  ) : (
    <Badge tone={tone}>{name}</Badge>
  );
}
