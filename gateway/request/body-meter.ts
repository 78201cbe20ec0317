/** A body on its way to a parser: counted, timed, and cut off when it breaks a limit. */
import type { IncomingMessage } from 'node:http';
import { Transform } from 'node:stream';
import type { BodyLimits } from './body-limits.ts';
import { watchBody } from './body-watch.ts';

/**
 * A stand-in for the request that a parser can read. It is destroyed, with the reason, when a limit is
 * broken or the sender goes away; and as soon as the parser lets go of it, because multer would read a body to its
 * end before it reports an error.
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
