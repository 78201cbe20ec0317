/** Receives a body within its limits: size, speed and the presence of its sender. */

import type { IncomingMessage } from 'node:http';
import { Transform } from 'node:stream';
import type { Request, Response } from 'express';
import { AppError } from '../../src/errors.ts';
import { formatNumber } from '../../src/text/format.ts';
import { KIB } from '../../src/units.ts';
import { type ByteSink, collectingSink } from '../core/uploads/byte-sink.ts';
import { replyOf } from '../response/reply.ts';
import type { BodyLimits } from './body-limits.ts';

/** Bytes of one body after which the other bodies get their turn. */
const BODY_TURN_BYTES = 128 * KIB;

/** Reads a body whose stated length has been checked. Reading stops at the first broken limit. */
export function gatherBody(
  request: Request,
  response: Response,
  limits: BodyLimits,
  sink: ByteSink = collectingSink(),
): Promise<Buffer> {
  const { promise, resolve, reject } = Promise.withResolvers<Buffer>();
  let bytesOfTurn = 0;
  let nextTurn: NodeJS.Immediate | undefined;
  const onData = (chunk: Buffer) => {
    const reason = watch.arrived(chunk.length);
    if (reason !== null) {
      fail(reason);
      return;
    }
    bytesOfTurn += chunk.length;
    try {
      sink.add(chunk);
    } catch (error) {
      fail(error as AppError);
      return;
    }
    if (bytesOfTurn < BODY_TURN_BYTES) return;
    // Without the pause, a fast sender would block all others.
    request.pause();
    nextTurn = setImmediate(() => {
      bytesOfTurn = 0;
      request.resume();
    });
  };
  const onEnd = () => {
    stop();
    resolve(sink.finish());
  };
  const fail = (reason: AppError) => {
    stop();
    request.pause();
    replyOf(response).bodyAbandoned = reason.code === limits.tooSlowCode;
    reject(reason);
  };
  const watch = watchBody(request, limits, fail);
  const stop = () => {
    watch.end();
    clearImmediate(nextTurn);
    request.off('data', onData).off('end', onEnd);
  };
  request.on('data', onData).once('end', onEnd);
  return promise;
}

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

/** Watch over one body. */
interface BodyWatch {
  /** Counts bytes. Returns the reason why no more may arrive, or null. */
  arrived(bytes: number): AppError | null;
  /** Ends the watch, when the body is complete or abandoned. */
  end(): void;
}

/**
 * Starts the watch.
 * @param stop called once when a limit is broken or the sender has disconnected
 * @param isHeldUp returns whether the pause is ours, as received bytes have not been consumed
 */
function watchBody(
  request: IncomingMessage,
  limits: BodyLimits,
  stop: (reason: AppError) => void,
  isHeldUp: () => boolean = () => false,
): BodyWatch {
  const { idleMsMax, uploadMsMax } = limits;
  let bytesSoFar = 0;
  const begunAt = performance.now();
  let lastAt = begunAt;
  const tooSlow = (what: string) => stop(new AppError(limits.tooSlowCode, what));
  // A single timer suffices: most bodies arrive long before it fires, and each chunk costs only a clock read.
  const look = (): void => {
    const now = performance.now();
    if (isHeldUp()) lastAt = now;
    if (now - begunAt >= uploadMsMax) {
      tooSlow(`The body has not arrived within ${seconds(uploadMsMax)}. Send it again.`);
    } else if (now - lastAt >= idleMsMax) {
      lookAgain = setImmediate(giveUp, lastAt);
    } else timer = setTimeout(look, Math.min(lastAt + idleMsMax, begunAt + uploadMsMax) - now);
  };
  // If this process was busy, the next chunk has already arrived by now.
  const giveUp = (silentSince: number): void => {
    if (lastAt > silentSince) look();
    else tooSlow(`Nothing of the body has arrived for ${seconds(idleMsMax)}. Send it again.`);
  };
  let lookAgain: NodeJS.Immediate | undefined;
  let timer = setTimeout(look, Math.min(idleMsMax, uploadMsMax));
  const senderGone = () => {
    if (request.complete) return;
    stop(new AppError('upload_incomplete', 'The connection ended before the whole body had arrived.'));
  };
  request.once('error', senderGone).once('close', senderGone);
  return {
    arrived(bytes) {
      bytesSoFar += bytes;
      lastAt = performance.now();
      return bytesSoFar > limits.bodyBytesMax ? bodyTooLarge(limits) : null;
    },
    end() {
      clearTimeout(timer);
      clearImmediate(lookAgain);
      request.off('close', senderGone);
    },
  };
}

function bodyTooLarge({ bodyBytesMax }: BodyLimits): AppError {
  return new AppError(
    'request_too_large',
    `The request has more than ${formatNumber(bodyBytesMax)} bytes, the limit of this endpoint.`,
  );
}

function seconds(milliseconds: number): string {
  return `${milliseconds / 1000} s`;
}
