/** Tokens that a client holds until shortly before their end. They live in memory only. */
import { REMOTE_LIMITS } from '../limits.ts';
import type { PlatformClient, PlatformTokens } from './platform-client.ts';

/** Answer of a token endpoint. */
export interface TokenAnswer {
  readonly access_token: string;
  readonly expires_in?: unknown;
  readonly scope?: unknown;
}

/** Time of a token whose answer does not say it. */
const TOKEN_SECONDS_DEFAULT = 3_600;

/** Creates a source of tokens that requests one when there is none that holds. */
export function createHeldTokens(
  client: Pick<PlatformClient, 'clock'>,
  request: (signal: AbortSignal) => Promise<TokenAnswer>,
): PlatformTokens {
  let current: HeldToken | undefined;
  let pending: Promise<HeldToken> | undefined;
  const renew = async (signal: AbortSignal): Promise<HeldToken> => {
    const answer = await request(signal);
    const { expires_in: given } = answer;
    const seconds = typeof given === 'string' || typeof given === 'number' ? Number(given) : Number.NaN;
    const lifeMs = (Number.isFinite(seconds) ? seconds : TOKEN_SECONDS_DEFAULT) * 1000;
    return {
      token: answer.access_token,
      untilMs: client.clock.nowMs() + Math.max(lifeMs - REMOTE_LIMITS.tokenMarginMs, lifeMs / 2),
    };
  };
  return {
    async token(rejected, signal) {
      if (current !== undefined && current.token !== rejected && current.untilMs > client.clock.nowMs())
        return current.token;
      // Calls that wait at the same time share one request.
      pending ??= renew(signal).finally(() => {
        pending = undefined;
      });
      const renewed = await pending;
      current = renewed;
      return renewed.token;
    },
  };
}

interface HeldToken {
  readonly token: string;
  /** Time of its renewal, on the clock of the client. */
  readonly untilMs: number;
}
