/** Bounds the memory of uploads that a gateway gathers: per organisation, and in all. It counts what has arrived. */
import { allTaken } from '../../src/errors.ts';
import { createSemaphore, type Release } from '../../src/infra/async/semaphore.ts';
import { GATEWAY_LIMITS } from '../limits.ts';

/** The memory of one upload. */
export interface UploadShare {
  /** Takes memory. @throws AppError `concurrency_limited` */
  take(bytes: number): void;
  /** Gives back all of it. */
  free(): void;
}

/** Opens the share of one upload; null: that of an anonymous caller. Anonymous callers share as much as an organisation. */
export type UploadMemory = (organisation: string | null) => UploadShare;

/** Bytes that uploads may take. */
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
            throw allTaken('The uploads of this organisation take all the memory that they may.');
          case 'total':
            throw allTaken('Uploads take all the memory that they may.');
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
