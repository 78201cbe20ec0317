/** Badge with the state of an exception. */
import type { Exception } from '../../api/calls/exceptions.ts';
import { Badge } from '../../parts/data/badge.tsx';
import { ExceptionStateBadge } from '../../parts/data/exception-states.tsx';
import { isEndingSoon } from './exception-words.ts';

/** Shows the state, and whether an approved exception ends soon. */
export function ExceptionBadge({ exception }: { readonly exception: Exception }) {
  return isEndingSoon(exception) ? (
    <Badge tone="warning">Ending soon</Badge>
  ) : (
    <ExceptionStateBadge state={exception.status} />
  );
}
