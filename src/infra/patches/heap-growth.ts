/** Rarer full garbage collections, by a flag of V8 that Node does not document. */
import { setFlagsFromString } from 'node:v8';

/**
 * Lets the heap of this process grow by this percentage between full collections. V8 counts buffers as part of the heap
 * and collects all of it after a growth of some ten megabytes: the heap of a gateway is small, so a few large concurrent
 * uploads cause three collections a second, each of which blocks every request. Uploads free their memory without it.
 * Only a process that is solely a gateway calls this.
 */
export function growHeapBetweenCollections(percent: number): void {
  setFlagsFromString(`--heap-growing-percent=${percent}`);
}
