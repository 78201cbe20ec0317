/** Reads a whole body into one buffer, within its limits. */
import type { Request, Response } from 'express';
import type { AppError } from '../../src/errors.ts';
import { type ByteSink, collectingSink } from '../core/byte-sink.ts';
import { GATEWAY_LIMITS } from '../limits.ts';
import { replyOf } from '../response/reply.ts';
import type { BodyLimits } from './body-limits.ts';
import { watchBody } from './body-watch.ts';

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
    if (bytesOfTurn < GATEWAY_LIMITS.bodyTurnBytes) return;
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
