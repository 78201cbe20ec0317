/** Compression of answers: who gets it, that the text stays what it is, and that it holds no secret. */
import assert from 'node:assert/strict';
import { once } from 'node:events';
import { type IncomingMessage, request as sendRequest } from 'node:http';
import { buffer } from 'node:stream/consumers';
import { after, before, describe, it } from 'node:test';
import { gunzipSync } from 'node:zlib';
import type { SchemaObject } from 'openapi3-ts/oas31';
import { GATEWAY_LIMITS } from '../../../gateway/limits.ts';
import { resolveReference } from '../../support/openapi/openapi-reference.ts';
import { DOCUMENT } from '../support/api.ts';
import { resultMessage, VALIDATION_ID } from '../support/messages.ts';
import {
  CREDENTIALS,
  startCore,
  startTestGateway,
  type TestCore,
  type TestGateway,
} from '../support/support.ts';

const RESULT = `/api/v1/results/${VALIDATION_ID}`;
const GZIP = { 'Accept-Encoding': 'gzip' };

interface Received {
  readonly status: number;
  readonly headers: IncomingMessage['headers'];
  readonly bytes: Buffer;
}

describe('answers', () => {
  let core: TestCore;
  let gateway: TestGateway;
  let findings = 0;
  before(async () => {
    const validation = () => ({
      ...resultMessage(),
      findings: Array(findings).fill(resultMessage().findings[0]),
    });
    core = await startCore({
      getValidation: () => ({ validation: validation(), run: undefined }),
      validate: () => ({ validation: validation(), blocked: false }),
    });
    gateway = await startTestGateway({ corePort: core.port });
  });
  after(async () => {
    await gateway.stop();
    core.stop();
  });

  /** Requests a path as bytes: `fetch` would decode them. */
  async function receive(path: string, headers: Readonly<Record<string, string>>): Promise<Received> {
    const request = sendRequest(gateway.url + path, { headers: { ...CREDENTIALS, ...headers } });
    request.end();
    const [response] = (await once(request, 'response')) as [IncomingMessage];
    return { status: response.statusCode!, headers: response.headers, bytes: await buffer(response) };
  }

  for (const count of [40, 400, 4_000])
    it(`with ${count} findings are the same text, compressed and plain`, async () => {
      findings = count;
      const plain = await receive(RESULT, {});
      const compressed = await receive(RESULT, GZIP);
      assert.equal(plain.headers['content-encoding'], undefined);
      assert.equal(compressed.headers['content-encoding'], 'gzip');
      assert.deepEqual(gunzipSync(compressed.bytes), plain.bytes);
      assert.ok(compressed.bytes.length < plain.bytes.length / 3);
      for (const { headers } of [plain, compressed])
        assert.equal(headers.vary, 'Accept, Accept-Encoding, X-Service-Case');
    });

  it('that are short stay plain', async () => {
    findings = 1;
    const { headers, bytes } = await receive(RESULT, GZIP);
    assert.equal(headers['content-encoding'], undefined);
    assert.ok(bytes.length < GATEWAY_LIMITS.compressedBytesMin);
  });

  it('to callers that do not accept gzip stay plain', async () => {
    findings = 400;
    for (const value of ['identity', 'gzip;q=0', 'br'])
      assert.equal(
        (await receive(RESULT, { 'Accept-Encoding': value })).headers['content-encoding'],
        undefined,
      );
  });

  it('in other formats are compressed too', async () => {
    findings = 400;
    const { headers, bytes } = await receive(RESULT, { ...GZIP, Accept: 'application/sarif+json' });
    assert.equal(headers['content-encoding'], 'gzip');
    assert.equal(JSON.parse(gunzipSync(bytes).toString()).runs[0].results.length, 400);
  });

  it('of pages and of the OpenAPI document are compressed, and not sent again to who has them', async () => {
    for (const path of ['/openapi.json', '/docs/errors', '/schemas/report.schema.json']) {
      const plain = await receive(path, {});
      const compressed = await receive(path, GZIP);
      assert.equal(compressed.headers['content-encoding'], 'gzip', path);
      assert.deepEqual(gunzipSync(compressed.bytes), plain.bytes, path);
      const known = { 'If-None-Match': compressed.headers.etag! };
      for (const headers of [known, { ...known, ...GZIP }]) {
        const again = await receive(path, headers);
        assert.deepEqual([again.status, again.bytes.length], [304, 0], path);
      }
    }
  });

  it('of the rules are not sent again to who has them', async () => {
    for (const path of ['/api/v1/rules', '/api/v1/rules/UIP-REL-001']) {
      const first = await receive(path, {});
      assert.equal(first.status, 200);
      const again = await receive(path, { 'If-None-Match': first.headers.etag! });
      assert.deepEqual([again.status, again.bytes.length], [304, 0], path);
      assert.equal((await receive(path, { 'If-None-Match': '"another"' })).status, 200, path);
    }
  });
});

/** Returns the names of members with a secret below a schema; `seen` holds schemas that were looked at. */
function secretsIn(schema: SchemaObject, seen = new Set<unknown>()): string[] {
  const resolved = resolveReference(schema, DOCUMENT) as SchemaObject;
  if (seen.has(resolved)) return [];
  seen.add(resolved);
  const inner = [...(resolved.anyOf ?? []), ...(resolved.oneOf ?? []), ...(resolved.allOf ?? [])];
  const members = Object.entries(resolved.properties ?? {});
  const below = [
    ...inner,
    ...(resolved.items ? [resolved.items] : []),
    ...members.map(([, member]) => member),
  ];
  return [
    ...members.map(([name]) => name).filter((name) => /(?:^|[a-z])(?:secret|password|apiKey)$/i.test(name)),
    ...below.flatMap((part) => secretsIn(part as SchemaObject, seen)),
  ];
}

describe('answers to GET', () => {
  // Attackers read secrets from the lengths of compressed answers (BREACH), so these show none.
  it('show no secret', () => {
    const secrets = Object.values(DOCUMENT.paths ?? {}).flatMap(({ get }) =>
      Object.entries(get?.responses ?? {}).flatMap(([status, { content }]) => {
        const schema = content?.['application/json']?.schema;
        if (Number(status) >= 300 || schema === undefined) return [];
        return secretsIn(schema as SchemaObject).map((name) => `${get?.operationId}: ${name}`);
      }),
    );
    assert.deepEqual(secrets, []);
  });
});
