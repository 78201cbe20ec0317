/** Waiting until the service answers that it is ready. */
import { setTimeout as sleep } from 'node:timers/promises';

/** Longest wait of the banner for a service that is ready. */
const ANNOUNCE_MS_MAX = 15_000;

/** Interval at which the banner looks whether it is. */
const ANNOUNCE_LOOK_MS = 50;

/** Addresses that stand for every interface, which no one can call. */
const WILDCARDS: Readonly<Record<string, string>> = { '0.0.0.0': '127.0.0.1', '::': '[::1]' };

/**
 * Resolves when `/readyz` of the gateway answers 200. After a while, or where no gateway listens, it resolves all the same:
 * the banner is a hint for people, and probes have their own say.
 */
export async function untilReady(host: string, port: number): Promise<void> {
  const name = WILDCARDS[host] ?? (host.includes(':') ? `[${host}]` : host);
  const deadline = performance.now() + ANNOUNCE_MS_MAX;
  while (performance.now() < deadline) {
    const signal = AbortSignal.timeout(ANNOUNCE_MS_MAX);
    const response = await fetch(`http://${name}:${port}/readyz`, { signal }).catch(() => undefined);
    await response?.body?.cancel();
    if (response === undefined || response.status === 200) return;
    await sleep(ANNOUNCE_LOOK_MS);
  }
}
