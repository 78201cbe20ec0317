/** Waiting until the service answers that it is ready. */
import { setTimeout as sleep } from 'node:timers/promises';
import { PROCESS_LIMITS } from '../limits.ts';

/** Addresses that stand for every interface, which no one can call. */
const WILDCARDS: Readonly<Record<string, string>> = { '0.0.0.0': '127.0.0.1', '::': '[::1]' };

/**
 * Resolves when `/readyz` of the gateway answers 200. After a while, or where no gateway listens, it resolves all the same:
 * the banner is a hint for people, and probes have their own say.
 */
export async function untilReady(host: string, port: number): Promise<void> {
  const name = WILDCARDS[host] ?? (host.includes(':') ? `[${host}]` : host);
  const deadline = performance.now() + PROCESS_LIMITS.announceMsMax;
  while (performance.now() < deadline) {
    const signal = AbortSignal.timeout(PROCESS_LIMITS.announceMsMax);
    const response = await fetch(`http://${name}:${port}/readyz`, { signal }).catch(() => null);
    await response?.body?.cancel();
    if (response === null || response.status === 200) return;
    await sleep(PROCESS_LIMITS.announceLookMs);
  }
}
