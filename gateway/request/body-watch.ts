/** Limits of a body that is arriving: its size, its speed, and the presence of its sender. */

import type { IncomingMessage } from 'node:http';
import { AppError } from '../../src/errors.ts';
import { formatNumber } from '../../src/text/format.ts';
import type { BodyLimits } from './body-limits.ts';

/** Watch over one body. */
export interface BodyWatch {
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
export function watchBody(
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
