/** POST /api/v1/validate: what reaches the core, and what comes back in both spellings. */
import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import type { ValidateRequest, ValidateResponse } from '../../../src/gen/flowarden/v1/validation.ts';
import { checkGolden } from '../../support/files/golden.ts';
import { call } from '../support/api.ts';
import { respell } from '../support/every-answer.ts';
import { emptyResultMessage, resultMessage } from '../support/messages.ts';
import {
  CREDENTIALS,
  form,
  ORG_ID,
  startCore,
  startTestGateway,
  type TestCore,
  type TestGateway,
} from '../support/support.ts';

describe('POST /api/v1/validate', () => {
  let core: TestCore;
  let gateway: TestGateway;
  let answer: ValidateResponse;
  const requests: ValidateRequest[] = [];
  const metadata: Record<string, unknown>[] = [];

  before(async () => {
    core = await startCore({
      validate(grpcCall) {
        requests.push(grpcCall.request);
        metadata.push(grpcCall.metadata.getMap());
        return answer;
      },
    });
    gateway = await startTestGateway({ corePort: core.port });
  });
  after(async () => {
    await gateway.stop();
    core.stop();
  });
  const post = (body: FormData, headers: Record<string, string> = {}, query = '') =>
    call(gateway, `/api/v1/validate${query}`, {
      method: 'POST',
      body,
      headers: { ...CREDENTIALS, ...headers },
    });

  it('sends every field of the form on, with who calls', async () => {
    answer = { validation: emptyResultMessage(), blocked: false };
    const fields = {
      enforcement_mode: 'blocking',
      ruleset: 'strict',
      policy_pack: 'finance',
      environment: 'production',
      label: 'Größe ✓',
      source: 'cicd',
      metadata: '{"provider":"github"}',
      async: 'false',
    };
    const { status } = await post(form(fields), { 'X-Request-Id': 'run-17' });
    assert.equal(status, 200);
    const { file, ...rest } = requests.at(-1)!;
    assert.equal(file.toString(), '<Activity/>');
    assert.deepEqual(rest, {
      filename: 'Main.xaml',
      platform: 'platform_1',
      enforcementMode: 'blocking',
      ruleset: 'strict',
      policyPack: 'finance',
      environment: 'production',
      label: 'Größe ✓',
      source: 'cicd',
      metadata: '{"provider":"github"}',
    });
    assert.equal(metadata.at(-1)!.authorization, 'ApiKey fwd_live_test');
    assert.equal(metadata.at(-1)!['x-org-id'], ORG_ID);
    assert.equal(metadata.at(-1)!['x-request-id'], 'run-17');
  });

  it('preserves a file name in any script', async () => {
    const data = new FormData();
    data.append('platform', 'uipath');
    data.append('file', new Blob(['<a/>']), 'Überweisung 請求.xaml');
    assert.equal((await post(data)).status, 200);
    assert.equal(requests.at(-1)!.filename, 'Überweisung 請求.xaml');
  });

  it('sends a file of exactly the limit on, byte by byte', async () => {
    const bytes = Buffer.alloc(10 * 1024 * 1024, 'abcdefghijk');
    const data = new FormData();
    data.append('platform', 'platform_1');
    data.append('file', new Blob([bytes]), 'big.xaml');
    assert.equal((await post(data)).status, 200);
    assert.ok(requests.at(-1)!.file.equals(bytes));
  });

  it('takes the camelCase spelling of a field', async () => {
    await post(form({ enforcementMode: 'advisory', policyPack: 'p' }));
    assert.equal(requests.at(-1)!.enforcementMode, 'advisory');
    assert.equal(requests.at(-1)!.policyPack, 'p');
  });

  it('takes both spellings when they say the same', async () => {
    const { status } = await post(form({ enforcementMode: 'advisory', enforcement_mode: 'advisory' }));
    assert.equal(status, 200);
  });

  it('takes an empty field as not sent', async () => {
    await post(form({ label: '', ruleset: '' }));
    assert.equal(requests.at(-1)!.label, '');
    assert.equal(requests.at(-1)!.ruleset, '');
  });

  it('answers 422 with the result when the core says blocked', async () => {
    answer = { validation: resultMessage(), blocked: true };
    const { status, body } = await post(form());
    assert.equal(status, 422);
    assert.equal(body.passed, false);
    assert.equal(body.blockingFindings.length, 1);
  });

  for (const [name, message] of [
    ['full', resultMessage()],
    ['empty', emptyResultMessage()],
  ] as const) {
    for (const spelling of ['camel', 'snake']) {
      it(`writes the ${name} result in ${spelling} case as the golden body has it`, async () => {
        answer = { validation: message, blocked: false };
        const { text, headers } = await post(form(), { 'X-Service-Case': spelling });
        assert.equal(headers.get('x-service-case'), spelling);
        checkGolden(`gateway/result-${name}.${spelling}.json`, JSON.parse(text));
      });
    }
  }

  it('has the same content in both spellings', async () => {
    answer = { validation: resultMessage(), blocked: false };
    const camel = await post(form());
    const snake = await post(form(), {}, '?case=snake');
    assert.deepEqual(respell(snake.body, 'camel'), camel.body);
    assert.ok('source_x_path' in snake.body.findings[0]);
  });

  const rejected: readonly (readonly [
    fact: string,
    fields: Record<string, string>,
    code: string,
    message: RegExp,
  ])[] = [
    ['two spellings that differ', { policyPack: 'a', policy_pack: 'b' }, 'conflicting_fields', /policy_pack/],
    ['an unknown field', { colour: 'red' }, 'unexpected_field', /"colour".*enforcement_mode/],
    ['an unknown field of a prototype', { __proto__x: '1' }, 'unexpected_field', /__proto__x/],
    [
      'a mode that does not exist',
      { enforcement_mode: 'strict' },
      'invalid_enforcement_mode',
      /advisory, warning, blocking/,
    ],
    ['an empty mode', { enforcement_mode: '' }, 'invalid_enforcement_mode', /must be one of: advisory/],
    ['a label that is too long', { label: 'x'.repeat(201) }, 'invalid_field', /label must have at most 200/],
    ['a source that is too long', { source: 'x'.repeat(65) }, 'invalid_field', /source must have at most 64/],
    ['a NUL', { label: 'a\0b' }, 'invalid_field', /label must not have a NUL/],
    ['a word for a boolean', { async: 'yes' }, 'invalid_field', /async must be one of: true, false/],
    ['large metadata', { metadata: 'x'.repeat(4097) }, 'metadata_too_large', /4,096 bytes/],
    ['metadata that is large in bytes only', { metadata: 'ä'.repeat(2049) }, 'metadata_too_large', /4,096/],
    ['huge metadata', { metadata: 'x'.repeat(50_000) }, 'metadata_too_large', /4,096/],
    ['a huge label', { label: 'x'.repeat(50_000) }, 'invalid_field', /"label" is too long/],
  ];
  for (const [fact, fields, code, message] of rejected) {
    it(`rejects ${fact}`, async () => {
      const count = requests.length;
      const { status, body } = await post(form(fields));
      assert.equal(status, 400);
      assert.equal(body.error.code, code);
      assert.match(body.error.message, message);
      assert.equal(requests.length, count);
    });
  }

  it('takes metadata and labels of exactly the limit', async () => {
    const { status } = await post(form({ metadata: 'ä'.repeat(2048), label: '💥'.repeat(200) }));
    assert.equal(status, 200);
  });

  it('rejects a form without a platform', async () => {
    const data = new FormData();
    data.append('file', new Blob(['x']), 'a.xaml');
    const { body } = await post(data);
    assert.equal(body.error.code, 'missing_field');
    assert.match(body.error.message, /platform_1.*platform_2.*platform_3.*platform_4/);
    assert.match(body.error.message, /platform/);
  });

  it('rejects an unknown query parameter', async () => {
    const { body } = await post(form(), {}, '?platform=platform_1');
    assert.equal(body.error.code, 'unexpected_field');
    assert.match(body.error.message, /^The query parameter "platform" is not known here/);
  });
});
