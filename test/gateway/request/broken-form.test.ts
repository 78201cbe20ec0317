/** Forms that are broken or hostile, sent over a plain socket. */
import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { sendUpload, startRejectingGateway } from '../support/rejecting.ts';
import {
  FILE_PART,
  multipart,
  outcome,
  PLATFORM_PART,
  rawRequest,
  type TestGateway,
  uploadHead,
} from '../support/support.ts';

describe('a form', () => {
  let gateway: TestGateway;
  before(async () => {
    gateway = await startRejectingGateway();
  });
  after(() => gateway.stop());
  const send = (body: string, headers: Record<string, string | number> = {}) =>
    sendUpload(gateway, body, headers);

  const part = 'name="file"; filename="a.xaml"';
  const manyFields = Array.from({ length: 1000 }, (_, index) => [`name="f${index}"`, 'x'] as const);
  const cases: readonly (readonly [fact: string, body: string, code: string, contentType?: string])[] = [
    ['has no file', multipart([PLATFORM_PART]), 'missing_file'],
    ['has a text in place of the file', multipart([PLATFORM_PART, ['name="file"', '<a/>']]), 'missing_file'],
    ['has an unnamed file', multipart([['name="file"; filename=""', '']]), 'missing_file'],
    ['has an empty file', multipart([PLATFORM_PART, [part, '']]), 'empty_file'],
    [
      'has two files',
      multipart([
        [part, 'a'],
        [part, 'b'],
      ]),
      'too_many_files',
    ],
    ['has the file in another field', multipart([['name="upload"; filename="a"', 'a']]), 'unexpected_field'],
    ['has a thousand fields', multipart([...manyFields, FILE_PART]), 'unexpected_field'],
    ['has a field named __proto__', multipart([['name="__proto__"', 'x'], FILE_PART]), 'unexpected_field'],
    ['has a field with brackets', multipart([['name="platform[a]"', 'x'], FILE_PART]), 'unexpected_field'],
    ['has a list of platforms', multipart([['name="platform[]"', 'x'], FILE_PART]), 'unexpected_field'],
    ['has a long field name', multipart([[`name="${'n'.repeat(200)}"`, 'x']]), 'unexpected_field'],
    ['has a part without a name', multipart([['x="y"', 'x'], FILE_PART]), 'malformed_multipart'],
    [
      'has a field twice with different values',
      multipart([PLATFORM_PART, ['name="platform"', 'platform_2'], FILE_PART]),
      'conflicting_fields',
    ],
    [
      'has a field twice with the same value',
      multipart([PLATFORM_PART, PLATFORM_PART, FILE_PART]),
      'conflicting_fields',
    ],
    [
      'has an empty field before the same one',
      multipart([['name="platform"', ''], PLATFORM_PART, FILE_PART]),
      'conflicting_fields',
    ],
    [
      'has another boundary',
      multipart([FILE_PART]),
      'malformed_multipart',
      'multipart/form-data; boundary=c',
    ],
    ['names no boundary', multipart([FILE_PART]), 'malformed_multipart', 'multipart/form-data'],
    ['has no end', multipart([PLATFORM_PART, FILE_PART], ''), 'malformed_multipart'],
    ['is cut in a part header', '--b\r\nContent-Disposition: form-da', 'malformed_multipart'],
    ['is empty', '', 'malformed_multipart'],
    ['is no form', 'hello', 'malformed_multipart'],
  ];
  for (const [fact, body, code, contentType] of cases) {
    it(`that ${fact} is rejected`, async () => {
      const { text } = await send(body, contentType === undefined ? {} : { 'Content-Type': contentType });
      assert.deepEqual(outcome(text), [400, code], text);
    });
  }

  const hinted: readonly (readonly [fact: string, body: string, hint: RegExp, contentType?: string])[] = [
    [
      'the metadata as a file',
      multipart([FILE_PART, ['name="metadata"; filename="m"', '{}']]),
      /field=<path/,
    ],
    ['the metadata as the first file', multipart([['name="metadata"; filename="m"', '{}']]), /field=<path/],
    ['no boundary', multipart([FILE_PART]), /no boundary\. Leave this header/, 'multipart/form-data'],
    ['the file alone', '<Activity/>', /-F file=@path/, 'application/octet-stream'],
    ['an empty file', multipart([[part, '']]), /Check that it was written/],
    [
      'a field in an unknown charset',
      multipart([['name="platform"\r\nContent-Type: text/plain; charset=nope', 'uipath'], FILE_PART]),
      /The field platform is not readable text/,
    ],
  ];
  for (const [fact, body, hint, contentType = 'multipart/form-data; boundary=b'] of hinted) {
    it(`that has ${fact} is rejected with what to do`, async () => {
      const { text } = await send(body, { 'Content-Type': contentType });
      assert.equal(outcome(text)[0], 400);
      assert.match(text, hint);
    });
  }

  it('that has a NUL in the file name is rejected', async () => {
    const { text } = await send(multipart([PLATFORM_PART, ['name="file"; filename="a\0.xaml"', 'x']]));
    assert.equal(outcome(text)[0], 400, text);
  });

  it('that has no body at all is rejected', async () => {
    const { text } = await rawRequest(gateway.port, (socket) => {
      socket.write(uploadHead({ Connection: 'close' }));
    });
    assert.equal(outcome(text)[0], 400, text);
  });
});
