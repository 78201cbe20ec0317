/** Opens the tracker of a target. */
import { credentialHeaders, type TicketCredential } from '../ticket-credential.ts';
import { readTrackerUrl } from '../ticket-place.ts';
import type { TicketMapping, TicketPlace } from '../ticket-target.ts';
import { jiraTracker } from './jira.ts';
import { serviceNowTracker } from './service-now.ts';
import type { Tracker } from './tracker.ts';
import { openTrackerHttp, type TrackerHttpOptions } from './tracker-http.ts';

/** Options of the tracker. */
export interface TrackerOptions
  extends Pick<TrackerHttpOptions, 'guard' | 'version' | 'ca' | 'requestMsMax'> {
  readonly place: TicketPlace;
  readonly mapping: TicketMapping;
  readonly credential: TicketCredential;
}

/** Opens it. @throws AppError when the operator does not allow the address any more */
export function openTracker({ place, mapping, credential, guard, ...rest }: TrackerOptions): Tracker {
  const url = readTrackerUrl(place.kind, place.url, guard);
  const http = openTrackerHttp({ url, headers: credentialHeaders(place.kind, credential), guard, ...rest });
  return place.kind === 'servicenow'
    ? serviceNowTracker(http, place, mapping)
    : jiraTracker(http, place, mapping);
}
