/** A whole body in one buffer, within its limits. */
import type { Request, Response } from 'express';
import type { AppError } from '../src/errors.ts';
import type { BodyLimits } from './body-limits.ts';
import { watchBody } from './body-watch.ts';
import { type ByteSink, collectingSink } from './byte-sink.ts';
import { replyOf } from './reply.ts';

/** Reads a body whose stated length has been checked. Of one that breaks a limit nothing more is read. */
export function gatherBody(
  request: Request,
  response: Response,
  limits: BodyLimits,
  sink: ByteSink = collectingSink(),
): Promise<Buffer> {
  const { promise, resolve, reject } = Promise.withResolvers<Buffer>();
  const onData = (chunk: Buffer) => {
    const reason = watch.arrived(chunk.length);
    if (reason === null) sink.add(chunk);
    else fail(reason);
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
    request.off('data', onData).off('end', onEnd);
  };
  request.on('data', onData).once('end', onEnd);
  return promise;
}
