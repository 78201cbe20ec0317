/** Bounds the memory of uploads that a gateway gathers: per organisation, and in all. It counts what has arrived. */
import { allTaken } from '../../src/errors.ts';
import { createByteShares } from '../../src/infra/async/byte-shares.ts';
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
  const memory = createByteShares(limits.uploadBytesMax);
  return (organisation) => {
    const key = organisation ?? '';
    let own = 0;
    return {
      take(bytes) {
        switch (memory.take(key, bytes, limits.uploadOrganisationBytesMax)) {
          case 'share':
            throw allTaken('The uploads of this organisation take all the memory that they may.');
          case 'all':
            throw allTaken('Uploads take all the memory that they may.');
        }
        own += bytes;
      },
      free() {
        memory.give(key, own);
        own = 0;
      },
    };
  };
}
