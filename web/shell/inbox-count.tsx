/** Number of unread entries of the inbox, in the navigation. */
import { listInbox } from '../api/calls/exceptions.ts';
import { useCall } from '../api/use-call.ts';

/** Interval at which the inbox is read again. */
const POLL_MS = 60_000;

/** Shows the number; nothing when all is read. */
export function InboxCount() {
  const { data } = useCall(listInbox, {}, { pollMs: POLL_MS });
  if (!data?.unreadCount) return null;
  return (
    <span class="nav-count">
      {data.unreadCount}
      <span class="visually-hidden"> unread</span>
    </span>
  );
}
