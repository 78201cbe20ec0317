/** How often this process looks for garbage. */
import { setFlagsFromString } from 'node:v8';
import { GATEWAY_LIMITS } from '../limits.ts';

/**
 * V8 counts buffers as a part of the heap, and looks through all of it as soon as it has grown by some ten megabytes:
 * the heap of a gateway is small, and a few large uploads at a time are enough for three such looks a second, each of
 * which everybody waits for. What uploads take is freed without it. Called by the process that is a gateway alone.
 */
export function lookForGarbageSeldom(): void {
  setFlagsFromString(`--heap-growing-percent=${GATEWAY_LIMITS.heapGrowthPercent}`);
}
