/** A body on its way to the parser: counted, timed, and cut off when it breaks a limit. */
import type { IncomingMessage } from 'node:http';
import { Transform } from 'node:stream';
import { AppError } from '../src/errors.ts';
import type { BodyLimits } from './body-limits.ts';

/**
 * A stand-in for the request that a parser can read. It is destroyed, with the reason, when a limit is
 * broken or the sender goes away; and as soon as the parser lets go of it, because multer would read a body to its
 * end before it reports an error.
 */
export function meterBody(request: IncomingMessage, limits: BodyLimits): Transform {
  let bytes = 0;
  const meter = new Transform({
    transform(chunk: Buffer, _encoding, done) {
      bytes += chunk.length;
      idle.refresh();
      if (bytes > limits.bodyBytesMax) done(bodyTooLarge(limits));
      else done(null, chunk);
    },
  });
  const tooSlow = (what: string) => meter.destroy(new AppError(limits.tooSlowCode, what));
  const idle = setTimeout(() => {
    // When something waits to be taken out of here, the silence is our own.
    if (meter.readableLength > 0) idle.refresh();
    else tooSlow(`Nothing of the body has arrived for ${seconds(limits.idleMsMax)}. Send it again.`);
  }, limits.idleMsMax);
  const total = setTimeout(
    () => tooSlow(`The body has not arrived within ${seconds(limits.uploadMsMax)}. Send it again.`),
    limits.uploadMsMax,
  );
  const sendersFault = () =>
    meter.destroy(
      new AppError('upload_incomplete', 'The connection ended before the whole body had arrived.'),
    );
  const senderGone = () => {
    if (!request.complete) sendersFault();
  };
  const unpipe = meter.unpipe.bind(meter);
  meter.unpipe = (target) => {
    unpipe(target);
    meter.destroy();
    return meter;
  };
  meter.once('close', () => {
    clearTimeout(idle);
    clearTimeout(total);
    request.unpipe(meter);
    request.off('close', senderGone);
  });
  request.once('error', senderGone).once('close', senderGone);
  request.pipe(meter);
  return meter;
}

function bodyTooLarge({ bodyBytesMax }: BodyLimits): AppError {
  return new AppError(
    'request_too_large',
    `The request has more than ${bodyBytesMax.toLocaleString('en')} bytes, the limit of this endpoint.`,
  );
}

function seconds(milliseconds: number): string {
  return `${milliseconds / 1000} s`;
}
