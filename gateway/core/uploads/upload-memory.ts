/** Bounds the memory of buffered uploads, per organisation and in total. It counts the bytes that have arrived. */
import { allTaken } from '../../../src/errors.ts';
import { createSemaphore, type Release } from '../../../src/infra/async/semaphore.ts';
import { GATEWAY_LIMITS } from '../../limits.ts';

/** Memory of one upload. */
export interface UploadShare {
  /** Reserves memory. @throws AppError `concurrency_limited` */
  take(bytes: number): void;
  /** Releases all of it. */
  free(): void;
}

/**
 * Opens the share of one upload; null means an anonymous caller. All anonymous callers together have one
 * organisation's share.
 */
export type UploadMemory = (organisation: string | null) => UploadShare;

/** Limits of the memory of uploads. */
export type UploadLimits = Readonly<Record<'uploadBytesMax' | 'uploadOrganisationBytesMax', number>>;

/** Creates the memory of one gateway. */
export function createUploadMemory(limits: UploadLimits = GATEWAY_LIMITS): UploadMemory {
  const memory = createSemaphore({
    total: limits.uploadBytesMax,
    perKey: limits.uploadOrganisationBytesMax,
  });
  return (organisation) => {
    const key = organisation ?? '';
    let taken: Release[] = [];
    return {
      take(bytes) {
        switch (memory.exhausted(key, bytes)) {
          case 'key':
            throw allTaken('The upload memory of this organisation is exhausted.');
          case 'total':
            throw allTaken('The upload memory of the gateway is exhausted.');
        }
        taken.push(memory.tryTake(key, bytes)!);
      },
      free() {
        for (const release of taken) release();
        taken = [];
      },
    };
  };
}
