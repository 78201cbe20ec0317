/** Stream between a body and its parser, which counts, times and aborts it at a limit. */
import type { IncomingMessage } from 'node:http';
import { Transform } from 'node:stream';
import type { BodyLimits } from './body-limits.ts';
import { watchBody } from './body-watch.ts';

/**
 * Creates a stand-in for the request. It is destroyed, with the reason, when a limit is broken or the sender
 * disconnects; also as soon as the parser stops reading, because multer would read a body to its end before it
 * reports an error.
 */
export function meterBody(request: IncomingMessage, limits: BodyLimits): Transform {
  const meter = new Transform({
    transform(chunk: Buffer, _encoding, done) {
      const reason = watch.arrived(chunk.length);
      if (reason === null) done(null, chunk);
      else done(reason);
    },
  });
  const watch = watchBody(
    request,
    limits,
    (reason) => meter.destroy(reason),
    () => meter.readableLength > 0,
  );
  const unpipe = meter.unpipe.bind(meter);
  meter.unpipe = (target) => {
    unpipe(target);
    meter.destroy();
    return meter;
  };
  meter.once('close', () => {
    watch.end();
    request.unpipe(meter);
  });
  request.pipe(meter);
  return meter;
}
