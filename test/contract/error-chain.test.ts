/** Every error of the table on its whole way: gRPC status, REST answer, OpenAPI document, page that explains it. */
import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { status as grpcStatus } from '@grpc/grpc-js';
import { z } from 'zod';
import { READ_TIME } from '../../gateway/core/client.ts';
import { defineRoute } from '../../gateway/endpoint/route.ts';
import { openApiPath } from '../../gateway/openapi/openapi.ts';
import { errorsOf } from '../../gateway/openapi/route-errors.ts';
import { ROUTES } from '../../gateway/routes/all-routes.ts';
import { AppError, ERRORS, type ErrorCode } from '../../src/errors.ts';
import { RuleServiceService } from '../../src/gen/flowarden/v1/rule.ts';
import { documented, examplesOf, listsCode, responseOf } from '../gateway/support/api.ts';
import { respell } from '../gateway/support/every-answer.ts';
import { startTestGateway, type TestGateway } from '../gateway/support/support.ts';
import { actingService } from '../support/service/acting-service.ts';
import { BASE_URL, testCore } from '../support/service/core.ts';

const CODES = Object.keys(ERRORS) as ErrorCode[];
const { getRule } = RuleServiceService;

const acting = actingService();
const core = await testCore({ services: [acting.service] });
const caller = await core.identity();

/** An endpoint that may answer with anything. */
const route = defineRoute({
  method: 'GET',
  path: '/chain/:code',
  operationId: 'chain',
  tag: 'Service',
  summary: 'x',
  description: 'x',
  access: getRule,
  params: z.strictObject({ code: z.string() }),
  answers: { 200: { description: 'x', message: 'flowarden.rest.v1.StatusResponse' } },
  errors: CODES,
  async handle({ params, context }, { core }) {
    await core.call(getRule, { ruleId: params.code }, context, READ_TIME);
    return { status: 200, body: { status: 'ok' } };
  },
});

/** Codes of endpoints that this version does not have. Only to become shorter. */
const NOT_YET: readonly ErrorCode[] = [
  'invalid_idempotency_key',
  'invalid_share_token',
  'invalid_email',
  'captcha_failed',
  'scan_not_found',
  'scan_timeout',
  'upload_timeout',
  'idempotency_in_progress',
  'idempotency_key_reused',
  'daily_limit_reached',
];

/** Codes that no endpoint lists: they are about a path or a method that is none. */
const OF_NO_ENDPOINT: readonly ErrorCode[] = ['route_not_found', 'method_not_allowed'];

describe('an error', () => {
  let gateway: TestGateway;
  let page: string;
  const seen = { calls: 0, field: undefined as string | undefined };
  before(async () => {
    gateway = await startTestGateway({ corePort: core.server.port, routes: [route] });
    page = await (await fetch(`${gateway.url}/docs/errors`)).text();
  });
  after(() => gateway.stop());

  for (const [index, code] of CODES.entries()) {
    const { http, grpc, help } = ERRORS[code];
    const mayRetry = http === 429 || http === 503;
    const message =
      code === 'internal_error' ? /^Something broke on our side\./ : /^Line 7 of "a" is wrong\.$/;

    it(`${code} is the same everywhere`, async () => {
      seen.calls = 0;
      // Some errors are about a field, and any may be.
      seen.field = index % 2 === 0 ? 'some_field' : undefined;
      acting.act = async () => {
        seen.calls += 1;
        const details = {
          ...(seen.field && { field: seen.field }),
          ...(mayRetry && { retryAfterSeconds: '17' }),
        };
        throw new AppError(code, 'Line 7 of "a" is wrong.', details);
      };

      const rich = await core.rejection(getRule, { ruleId: code }, caller);
      assert.equal(rich.status, grpcStatus[grpc]);
      assert.deepEqual([rich.reason, rich.domain], [code.toUpperCase(), 'flowarden']);
      assert.match(rich.message, /Line 7/);
      assert.deepEqual(rich.fields, seen.field === undefined ? [] : [seen.field]);
      assert.equal(rich.helpUrl, `${BASE_URL}/docs/errors#${code}`);
      assert.equal(rich.retrySeconds, mayRetry ? 17 : undefined);
      assert.match(rich.requestId ?? '', /^[\w.-]+$/);

      seen.calls = 0;
      const headers = { Authorization: `ApiKey ${caller.key}`, 'X-Org-Id': caller.orgId };
      const answer = await fetch(`${gateway.url}/chain/${code}`, { headers });
      const docsUrl = `${gateway.url}/docs/errors#${code}`;
      const body = (await answer.json()) as { error: { message: string } };
      assert.equal(answer.status, http);
      assert.match(body.error.message, message);
      assert.deepEqual(body, { error: { code, message: body.error.message, docsUrl } });
      assert.equal(answer.headers.get('link'), `<${docsUrl}>; rel="help"`);
      assert.equal(answer.headers.get('retry-after'), mayRetry ? '17' : null);
      assert.equal(answer.headers.get('www-authenticate'), http === 401 ? 'Bearer, ApiKey' : null);
      assert.match(answer.headers.get('x-request-id') ?? '', /^[\w.-]+$/);
      assert.equal(seen.calls, code === 'shutting_down' ? 2 : 1, 'attempts');

      const [text = ''] = help.split('`');
      const entry = page.indexOf(`id="${code}"`);
      assert.ok(entry > 0 && page.indexOf(text, entry) > entry, `the page has no entry for ${code}`);
    });
  }
});

describe('the OpenAPI document', () => {
  const operations = ROUTES.map((one) => ({
    route: one,
    operation: documented(openApiPath(one.path), one.method)!,
  }));

  it('lists every error of every endpoint under the status of the table, and no other', () => {
    for (const { route: one, operation } of operations) {
      const listed = Object.entries(operation.responses ?? {}).flatMap(([status, response]) => {
        if (!('$ref' in response)) return [];
        const { description } = responseOf(operation, status)!;
        return description.split(', ').map((code) => `${status} ${code}`);
      });
      const expected = errorsOf(one).map((code) => `${ERRORS[code].http} \`${code}\``);
      assert.deepEqual(listed.toSorted(), expected.toSorted(), one.operationId);
    }
  });

  it('shares every error response among the endpoints, with an example of each of them', () => {
    for (const { route: one, operation } of operations) {
      for (const [status, response] of Object.entries(operation.responses ?? {})) {
        if (Number(status) < 400 || Object.hasOwn(one.answers, status)) continue;
        assert.ok('$ref' in response, `${one.operationId} ${status}`);
        const shared = responseOf(operation, status)!;
        const codes = examplesOf(shared).map((example) => {
          const { error } = respell(example, 'camel') as { error: { code: string } };
          return error.code;
        });
        assert.ok(
          codes.some((code) => listsCode(shared, code)),
          `${one.operationId} ${status}`,
        );
      }
    }
  });

  it('has every error of the table at some endpoint', () => {
    const documented = new Set(ROUTES.flatMap(errorsOf));
    const known = [...documented, ...NOT_YET, ...OF_NO_ENDPOINT];
    assert.deepEqual(
      CODES.filter((code) => !known.includes(code)),
      [],
    );
  });

  it('never calls bad input 422: that is a result', () => {
    assert.deepEqual(
      CODES.filter((code) => ERRORS[code].http === 422),
      [],
    );
    for (const { route: one, operation } of operations) {
      const schema = JSON.stringify(responseOf(operation, 422)?.content ?? {});
      assert.doesNotMatch(schema, /ErrorResponse/, one.operationId);
    }
  });
});
