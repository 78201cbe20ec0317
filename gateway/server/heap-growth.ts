/** Heap growth between full garbage collections of this process. */
import { setFlagsFromString } from 'node:v8';
import { GATEWAY_LIMITS } from '../limits.ts';

/**
 * Makes full garbage collections rarer. V8 counts buffers as part of the heap and collects all of it after a growth
 * of some ten megabytes: the heap of a gateway is small, so a few large concurrent uploads cause three collections a
 * second, each of which blocks every request. Uploads free their memory without it. Only a process that is solely a
 * gateway calls this.
 */
export function lookForGarbageSeldom(): void {
  setFlagsFromString(`--heap-growing-percent=${GATEWAY_LIMITS.heapGrowthPercent}`);
}
