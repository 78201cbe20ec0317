/** Answers as a stream of server-sent events. */
import type { ServerResponse } from 'node:http';
import { breakMarkers } from '../../src/text/log-commands.ts';
import type { Presenter } from '../contract/present.ts';
import type { ServerEvent } from '../endpoint/server-event.ts';
import { drained } from './answer-writer.ts';

/** Content type of server-sent events. */
export const EVENT_STREAM = 'text/event-stream';

/** Interval of comments in a stream, which show the reader that it lives. */
export const EVENT_STREAM_BEAT_MS = 15_000;

/** Pause before the reader of a stream opens it again. */
const EVENT_STREAM_RETRY_MS = 2_000;

/** Streams the events until they end, the reader disconnects, or the signal is aborted. Rejects with the error of `events`. */
export async function writeEvents(
  response: ServerResponse,
  events: AsyncIterable<ServerEvent>,
  present: Presenter,
  signal: AbortSignal,
): Promise<void> {
  response.setHeader('Content-Type', `${EVENT_STREAM}; charset=utf-8`);
  response.setHeader('Cache-Control', 'no-store');
  // Proxies that buffer would hold events back.
  response.setHeader('X-Accel-Buffering', 'no');
  const write = async (text: string) => {
    if (!response.destroyed && !response.write(text)) await drained(response);
  };
  const beat = setInterval(() => {
    // A waiting answer shows the reader that the stream lives.
    if (!response.destroyed && response.writableLength === 0) response.write(': \n\n');
  }, EVENT_STREAM_BEAT_MS);
  const end = () => response.end();
  signal.addEventListener('abort', end, { once: true });
  if (signal.aborted) end();
  try {
    await write(`retry: ${EVENT_STREAM_RETRY_MS}\n\n`);
    for await (const { id, event, data } of events) {
      if (response.destroyed || response.writableEnded) break;
      await write(`id: ${id}\nevent: ${event}\ndata: ${breakMarkers(JSON.stringify(present(data)))}\n\n`);
    }
  } finally {
    clearInterval(beat);
    signal.removeEventListener('abort', end);
    if (!response.destroyed) response.end();
  }
}
