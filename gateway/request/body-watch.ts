/** The limits of a body that is on its way: how much comes, how fast, and whether its sender stays. */

import type { IncomingMessage } from 'node:http';
import { AppError } from '../../src/errors.ts';
import { formatNumber } from '../../src/text/format.ts';
import type { BodyLimits } from './body-limits.ts';

/** The watch over one body. */
export interface BodyWatch {
  /** Takes note of some bytes. Returns why no more may come, or null. */
  arrived(bytes: number): AppError | null;
  /** To be called when the body is over or given up. */
  end(): void;
}

/**
 * Begins to watch.
 * @param stop told once when a limit is broken or the sender has gone
 * @param isHeldUp whether the silence is our own, as what has come waits to be taken
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
  // One timer that looks when it may be time: most bodies are there long before, and each piece costs only a look at
  // the clock.
  const look = (): void => {
    const now = performance.now();
    if (isHeldUp()) lastAt = now;
    if (now - begunAt >= uploadMsMax) {
      tooSlow(`The body has not arrived within ${seconds(uploadMsMax)}. Send it again.`);
    } else if (now - lastAt >= idleMsMax) {
      lookAgain = setImmediate(giveUp, lastAt);
    } else timer = setTimeout(look, Math.min(lastAt + idleMsMax, begunAt + uploadMsMax) - now);
  };
  // Where the silence was ours, because this process had much to do, the next piece is there by now.
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
