/** GET /api/v1/feed/stream: what happens in the feed, as server-sent events. */
import { FeedServiceService, type WatchFeedResponse } from '../../../src/gen/flowarden/v1/feed.ts';
import { defineRoute } from '../../endpoint/route.ts';
import type { ServerEvent } from '../../endpoint/server-event.ts';
import { EVENT_STREAM, EVENT_STREAM_BEAT_MS } from '../../response/event-stream.ts';

const LAST_EVENT_ID = 'Last-Event-ID';

export const feedStream = defineRoute({
  method: 'GET',
  path: '/api/v1/feed/stream',
  operationId: 'watchFeed',
  tag: 'Feed',
  summary: 'Watch what runs and ran',
  description: `Events of the feed as they happen, for \`Accept: text/event-stream\`: \`ready\` at the beginning, \`run\` when one is queued, started or ended, \`exception\` when one is requested or decided (for callers who may read exceptions), \`reset\` when events are missing and lists have to be read again. An event may come twice; it has the state of now. Send the last \`id\` as \`Last-Event-ID\` to resume within half an hour. A comment comes every ${EVENT_STREAM_BEAT_MS / 1000} seconds; the stream may end at any time. Without that type the answer is the first event alone.`,
  access: FeedServiceService.watchFeed,
  headers: { [LAST_EVENT_ID]: 'The `id` of the last event that was received.' },
  otherTypes: { [EVENT_STREAM]: 'Events as they happen; the data of each is a JSON object of this schema.' },
  answers: {
    200: {
      description: 'The first event.',
      message: 'flowarden.v1.WatchFeedResponse',
      headers: { 'X-Accel-Buffering': 'Of a stream: proxies must not hold events back.' },
    },
  },
  async handle({ header, context, wantedType }, { core }) {
    const request = { lastEventId: header(LAST_EVENT_ID) ?? '' };
    const messages = core.watch(FeedServiceService.watchFeed, request, context);
    // The error of a call that is rejected is the answer.
    const first = await messages.next();
    if (first.done) return { status: 200, body: {} };
    if (wantedType !== EVENT_STREAM) {
      await messages.return(undefined);
      return { status: 200, body: first.value };
    }
    return { status: 200, events: eventsOf(first.value, messages) };
  },
});

async function* eventsOf(
  first: WatchFeedResponse,
  others: AsyncIterable<WatchFeedResponse>,
): AsyncGenerator<ServerEvent> {
  yield eventOf(first);
  for await (const message of others) yield eventOf(message);
}

function eventOf(message: WatchFeedResponse): ServerEvent {
  return { id: message.eventId, event: message.kind, data: message };
}
