/** Splits the messages of a client-streaming upload into a byte stream and its submission. */

import { CONTRACT_LIMITS } from '../../contract/limits.ts';
import { AppError } from '../../errors.ts';
import { OwnedBytes } from '../../infra/memory/owned-bytes.ts';
import { formatNumber } from '../../text/format.ts';

/** Content of one message. */
export interface UploadPart<Submission> {
  /** A piece of the file. */
  readonly content?: Uint8Array;
  /** Parameters of the validation or project. */
  readonly submission?: Submission | undefined;
}

/** Combined content of all messages. */
export interface UploadParts<Submission> {
  /** Content of the file. Each piece is freed when the next one is read. */
  readonly content: AsyncIterable<Uint8Array>;
  /**
   * Returns the submission; call it after `content` has ended. @throws AppError `missing_field` when none was sent
   */
  submission(): Submission;
}

/**
 * Reads an upload; `partOf` reads one message. If a message holds both, its piece comes first.
 * `content` throws AppError `invalid_field` for a piece that is too large, `conflicting_fields` for a second
 * submission.
 */
export function readUpload<Request, Submission>(
  requests: AsyncIterable<Request>,
  partOf: (request: Request) => UploadPart<Submission>,
): UploadParts<Submission> {
  let known: Submission | undefined;
  async function* content() {
    for await (const request of requests) {
      const part = partOf(request);
      if (part.content !== undefined && part.content.byteLength > 0) {
        requireSmall(part.content);
        yield part.content;
        OwnedBytes.inMessage(part.content).free();
      }
      if (part.submission === undefined) continue;
      if (known !== undefined) {
        throw new AppError('conflicting_fields', 'submission was sent twice. Send it once.', {
          field: 'submission',
        });
      }
      known = part.submission;
    }
  }
  return {
    content: content(),
    submission() {
      if (known !== undefined) return known;
      throw new AppError('missing_field', 'submission is missing. Send it in one of the messages.', {
        field: 'submission',
      });
    },
  };
}

function requireSmall({ byteLength }: Uint8Array): void {
  const limit = CONTRACT_LIMITS.uploadPieceBytesMax;
  if (byteLength <= limit) return;
  throw new AppError(
    'invalid_field',
    `content has ${formatNumber(byteLength)} bytes; the limit of one message is ${formatNumber(limit)}.`,
    { field: 'content', limitBytes: String(limit) },
  );
}
