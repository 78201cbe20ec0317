/** Store of contents under their hashes, which the bucket alone has. */
import type { Contents } from '../database/contents.ts';
import type { PackedContent } from './packed-content.ts';

/** Contents of results in the bucket. */
export interface ContentStore {
  /**
   * Stores a content, unless it is stored already, and reads it back. It is unclaimed then, like every new blob:
   * `retainPack`. Returns false while an earlier one of this id is being deleted.
   * @throws AppError `file_store_unavailable`
   */
  put(orgId: string, content: PackedContent): Promise<boolean>;
  /** Reads contents; one that is lost or damaged is null. @throws AppError `file_store_unavailable` */
  read(orgId: string, ids: readonly string[]): Promise<Contents>;
}
