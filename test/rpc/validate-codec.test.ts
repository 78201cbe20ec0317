/** The readers of messages with files, which do not copy them, and the writers, which do so once. */

import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import {
  encodeSubmitProjectRequest,
  encodeUploadValidationRequest,
  encodeWithFile,
} from '../../gateway/core/uploads/file-message.ts';
import { eachTag } from '../../src/contract/runs/run-tags.ts';
import { type ProjectSubmission, SubmitProjectRequest } from '../../src/gen/flowarden/v1/project.ts';
import {
  UploadValidationRequest,
  ValidateRequest,
  type ValidationSubmission,
} from '../../src/gen/flowarden/v1/validation.ts';
import { OwnedBytes } from '../../src/infra/memory/owned-bytes.ts';
import {
  decodeSubmitProjectRequest,
  decodeUploadValidationRequest,
  decodeWithFile,
} from '../../src/rpc/convert/validate-codec.ts';
import { validateRequest } from '../support/files/bot.ts';

const encode = (request: ValidateRequest) => Buffer.from(ValidateRequest.encode(request).finish());
const FULL = validateRequest({
  file: Buffer.alloc(100_000, 7),
  enforcementMode: 'blocking',
  ruleset: 'strict',
  policyPack: 'p',
  environment: 'test',
  label: 'ä',
  source: 'cicd',
  metadata: '{}',
});

const SUBMISSION: ProjectSubmission = {
  ...eachTag(() => 'cicd'),
  filename: 'a.zip',
  metadata: '',
  enforcementMode: 'blocking',
  ruleset: '',
  policyPack: '',
  environment: '',
};

const WANTED: ValidationSubmission = {
  ...SUBMISSION,
  platform: 'uipath',
  webhookUrl: 'https://example.com/',
};

describe('reading a piece of an archive', () => {
  const piece = (value: Buffer): SubmitProjectRequest => ({ part: { $case: 'content', value } });
  const submission: SubmitProjectRequest = { part: { $case: 'submission', value: SUBMISSION } };
  const bytesOf = (request: SubmitProjectRequest) =>
    Buffer.from(SubmitProjectRequest.encode(request).finish());

  it('gives what the generated reader gives', () => {
    const cases = [
      bytesOf(piece(FULL.file)),
      bytesOf(piece(Buffer.alloc(0))),
      bytesOf(submission),
      Buffer.alloc(0),
    ];
    // The last of two parts counts, and fields of the future are skipped.
    cases.push(Buffer.concat([cases[0]!, cases[2]!]), Buffer.concat([cases[2]!, cases[0]!]));
    cases.push(Buffer.concat([cases[0]!, Buffer.from([0x78, 1])]));
    for (const bytes of cases)
      assert.deepEqual(decodeSubmitProjectRequest(bytes), SubmitProjectRequest.decode(bytes));
  });

  it('reads the piece as a view of the message, and rejects one that is cut', () => {
    const bytes = bytesOf(piece(FULL.file));
    const { part } = decodeSubmitProjectRequest(bytes);
    assert.ok(part?.$case === 'content' && part.value.buffer === bytes.buffer);
    assert.throws(() => decodeSubmitProjectRequest(bytes.subarray(0, 500)));
  });
});

describe('reading a message of an upload', () => {
  const bytesOf = (request: UploadValidationRequest) =>
    Buffer.from(UploadValidationRequest.encode(request).finish());
  const piece = { content: FULL.file, submission: undefined };

  it('gives what the generated reader gives', () => {
    const submission = { content: Buffer.alloc(0), submission: WANTED };
    const cases = [piece, submission, { ...piece, submission: WANTED }].map(bytesOf);
    cases.push(Buffer.alloc(0), Buffer.concat([cases[1]!, cases[0]!]), Buffer.concat([cases[0]!, cases[0]!]));
    for (const bytes of cases)
      assert.deepEqual(decodeUploadValidationRequest(bytes), UploadValidationRequest.decode(bytes));
  });

  it('reads a piece that stands alone as a view of the message, and rejects one that is cut', () => {
    const bytes = bytesOf(piece);
    assert.equal(decodeUploadValidationRequest(bytes).content.buffer, bytes.buffer);
    assert.throws(() => decodeUploadValidationRequest(bytes.subarray(0, 500)));
  });
});

describe('a piece of an archive that is no longer needed', () => {
  it('gives its memory back, unless others have a part of it', () => {
    const own = decodeSubmitProjectRequest(
      encodeSubmitProjectRequest({ part: { $case: 'content', value: Buffer.alloc(100_000) } }),
    );
    const shared = Buffer.from('small');
    assert.ok(own.part?.$case === 'content');
    for (const piece of [own.part.value, shared]) OwnedBytes.inMessage(piece).free();
    assert.deepEqual([own.part.value.byteLength, shared.byteLength], [0, 5]);
  });
});

describe('writing a message with a file', () => {
  const sizes = [0, 1, 127, 128, 16_383, 16_384, 3_000_000];

  it('is decoded like protobuf does', () => {
    for (const size of sizes) {
      const request = { ...FULL, file: Buffer.alloc(size, 7) };
      assert.deepEqual(ValidateRequest.decode(encodeWithFile(ValidateRequest, request)), request);
    }
  });

  it('is read so too when it is a part of an archive', () => {
    const parts: SubmitProjectRequest['part'][] = [
      ...sizes.map((size) => ({ $case: 'content', value: Buffer.alloc(size, 7) }) as const),
      { $case: 'submission', value: SUBMISSION },
    ];
    for (const part of parts)
      assert.deepEqual(SubmitProjectRequest.decode(encodeSubmitProjectRequest({ part })), { part });
  });
});

describe('writing a message of an upload', () => {
  it('is decoded like protobuf does', () => {
    for (const size of [0, 1, 127, 128, 300_000])
      for (const submission of [undefined, WANTED]) {
        const request = { content: Buffer.alloc(size, 7), submission };
        assert.deepEqual(UploadValidationRequest.decode(encodeUploadValidationRequest(request)), request);
      }
  });
});

describe('reading a ValidateRequest', () => {
  it('gives what the generated reader gives', () => {
    for (const request of [FULL, validateRequest(), validateRequest({ file: Buffer.alloc(0) })]) {
      assert.deepEqual(
        decodeWithFile(ValidateRequest, encode(request)),
        ValidateRequest.decode(encode(request)),
      );
    }
    assert.deepEqual(
      decodeWithFile(ValidateRequest, Buffer.alloc(0)),
      ValidateRequest.decode(Buffer.alloc(0)),
    );
  });
  it('takes the file as a view of the message', () => {
    const bytes = encode(FULL);
    const { file } = decodeWithFile(ValidateRequest, bytes);
    assert.equal(file.buffer, bytes.buffer);
    bytes[file.byteOffset - bytes.byteOffset] = 8;
    assert.equal(file[0], 8);
  });
  it('says that the memory around a large file is free, and that of a small one is shared', () => {
    const asReceived = (request: ValidateRequest) => {
      const frame = [Buffer.alloc(5), encode(request)];
      return decodeWithFile(ValidateRequest, Buffer.concat(frame).subarray(5));
    };
    const [large, small] = [asReceived(FULL), asReceived(validateRequest({ file: Buffer.alloc(100) }))];
    const transfers = [large, small].map(({ file }) => OwnedBytes.inMessage(file).take());
    assert.deepEqual(transfers, [[large.file.buffer], []]);
    assert.ok(large.file.buffer.byteLength < large.file.byteLength + 1_000);
  });
  it('does not mind where the file stands, unknown fields, and a file that comes twice', () => {
    const file = encode({ ...ValidateRequest.decode(Buffer.alloc(0)), file: FULL.file });
    const rest = encode({ ...FULL, file: Buffer.alloc(0) });
    const unknown = Buffer.from([0xf8, 0x07, 0x01]);
    for (const parts of [
      [rest, file],
      [unknown, file, unknown, rest],
      [rest, file, rest],
    ]) {
      assert.deepEqual(decodeWithFile(ValidateRequest, Buffer.concat(parts)), FULL);
    }
    const other = encode({ ...ValidateRequest.decode(Buffer.alloc(0)), file: Buffer.from('x') });
    assert.deepEqual(decodeWithFile(ValidateRequest, Buffer.concat([other, rest, file])), FULL);
  });
  it('rejects bytes that are no message', () => {
    for (const bytes of [
      [0x0a, 0x05, 0x01],
      [0x0a, 0xff],
      [0x12, 0x7f],
      [0xff, 0xff, 0xff, 0xff],
    ]) {
      assert.throws(() => decodeWithFile(ValidateRequest, Buffer.from(bytes)));
    }
  });
});
