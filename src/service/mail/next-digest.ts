/** Time of the mails that come once a day. */
import { DAY_MS, HOUR_MS } from '../../units.ts';

/** Hour of the day, in UTC. */
const DIGEST_HOUR = 6;

/** Returns when the next mails of one a day are sent. */
export function nextDigest(now: Date): Date {
  const today = Math.floor(now.getTime() / DAY_MS) * DAY_MS + DIGEST_HOUR * HOUR_MS;
  return new Date(today > now.getTime() ? today : today + DAY_MS);
}
