/** The endpoints that read, and what the service says about itself. */
import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { createReadiness } from '../../../gateway/core/readiness.ts';
import type { ListValidationsRequest } from '../../../src/gen/flowarden/v1/validation.ts';
import { until } from '../../support/processes.ts';
import { call } from '../support/api.ts';
import { emptyResultMessage, resultMessage, summaryMessage, VALIDATION_ID } from '../support/messages.ts';
import {
  CREDENTIALS,
  coreError,
  startCore,
  startTestGateway,
  type TestCore,
  type TestGateway,
} from '../support/support.ts';

describe('reading', () => {
  let core: TestCore;
  let gateway: TestGateway;
  const stopping = new AbortController();
  const lists: ListValidationsRequest[] = [];
  before(async () => {
    core = await startCore({
      getValidation({ request }) {
        if (request.validationId === VALIDATION_ID) return { validation: resultMessage(), run: undefined };
        if (request.validationId.endsWith('ff')) return { validation: emptyResultMessage(), run: undefined };
        throw coreError('NOT_FOUND', 'NOT_FOUND', 'No such validation.');
      },
      listValidations({ request }) {
        lists.push(request);
        return { validations: [summaryMessage()], nextCursor: request.cursor === '' ? 'next' : '' };
      },
    });
    gateway = await startTestGateway({ corePort: core.port, draining: stopping.signal });
  });
  after(async () => {
    await gateway.stop();
    core.stop();
  });
  const get = (path: string, headers: Record<string, string> = {}) =>
    call(gateway, path, { headers: { ...CREDENTIALS, ...headers } });

  it('a result gives all of it, also when it was blocked', async () => {
    const { status, body, headers } = await get(`/api/v1/results/${VALIDATION_ID}`);
    assert.equal(status, 200);
    assert.equal(body.findings.length, 2);
    assert.equal(headers.get('x-service-validation-status'), 'completed');
    assert.equal(headers.get('cache-control'), 'no-store');
  });

  it('a blocked result through the gate is 422, a passed one 200', async () => {
    assert.equal((await get(`/api/v1/results/${VALIDATION_ID}?gate=true`)).status, 422);
    assert.equal((await get(`/api/v1/results/${VALIDATION_ID}?gate=false`)).status, 200);
    for (const query of ['gate=', 'gate']) {
      assert.equal((await get(`/api/v1/results/${VALIDATION_ID}?${query}`)).status, 400, query);
    }
    const passed = `${VALIDATION_ID.slice(0, -2)}ff`;
    assert.equal((await get(`/api/v1/results/${passed}?gate=true`)).status, 200);
  });

  it('a result that does not exist is 404', async () => {
    const { status, body } = await get('/api/v1/results/0199f3a2-7c1e-7a10-8f3e-000000000000');
    assert.equal(status, 404);
    assert.equal(body.error.code, 'not_found');
  });

  it('a result by something that is no UUID is rejected', async () => {
    const { status, body } = await get('/api/v1/results/last');
    assert.equal(status, 400);
    assert.match(body.error.message, /validationId must be a UUID/);
  });

  it('a list links its next page, and the last page none', async () => {
    const first = await get('/api/v1/validations?pageSize=7&branch=a%3Eb');
    const link = first.headers.get('link');
    assert.equal(link, '</api/v1/validations?pageSize=7&branch=a%3Eb&cursor=next>; rel="next"');
    const next = await get('/api/v1/validations?pageSize=7&branch=a%3Eb&cursor=next');
    assert.equal(next.headers.get('link'), null);
    const snake = await get('/api/v1/validations', { 'X-Service-Case': 'snake' });
    assert.equal(snake.headers.get('link'), '</api/v1/validations?cursor=next>; rel="next"');
  });

  it('the feed passes every filter on, in either spelling', async () => {
    const query = new URLSearchParams({
      cursor: 'c',
      page_size: '7',
      source: 'cicd',
      platform: 'uipath',
      passed: 'false',
      branch: 'main',
      label: 'nightly',
      project_validation_id: VALIDATION_ID,
      repository: 'acme/robots',
      filename: 'src/Main.xaml',
      minScore: '1',
      max_score: '49',
      validatedAfter: '2026-03-01T00:00:00+01:00',
      validated_before: '2026-03-02T00:00:00Z',
      source_id: VALIDATION_ID,
    });
    const { status, body } = await get(`/api/v1/validations?${query}`);
    assert.equal(status, 200);
    assert.equal(body.nextCursor, null);
    assert.equal(body.validations[0].wouldBlock, 1);
    assert.deepEqual(lists.at(-1), {
      cursor: 'c',
      pageSize: 7,
      source: 'cicd',
      sourceId: VALIDATION_ID,
      platform: 'uipath',
      passed: false,
      branch: 'main',
      label: 'nightly',
      projectValidationId: VALIDATION_ID,
      repository: 'acme/robots',
      filename: 'src/Main.xaml',
      minScore: 1,
      maxScore: 49,
      validatedAfter: new Date('2026-02-28T23:00:00Z'),
      validatedBefore: new Date('2026-03-02T00:00:00Z'),
    });
  });

  it('the feed without filters is its first page', async () => {
    const { body } = await get('/api/v1/validations?case=snake');
    assert.equal(body.next_cursor, 'next');
    assert.equal(lists.at(-1)!.pageSize, 0);
    assert.equal(lists.at(-1)!.passed, undefined);
  });

  for (const [query, code] of [
    ['pageSize=0', 'invalid_field'],
    ['pageSize=201', 'invalid_field'],
    ['pageSize=ten', 'invalid_field'],
    ['passed=maybe', 'invalid_field'],
    ['minScore=0', 'invalid_field'],
    ['maxScore=101', 'invalid_field'],
    ['maxScore=4.5', 'invalid_field'],
    ['projectValidationId=last', 'invalid_field'],
    ['validatedAfter=yesterday', 'invalid_field'],
    ['validatedAfter=2026-03-01', 'invalid_field'],
    ['page=2', 'unexpected_field'],
    ['pageSize=2&page_size=3', 'conflicting_fields'],
    ['source=a&source=b', 'conflicting_fields'],
    ['source=a&source=a', 'conflicting_fields'],
    ['__proto__=1', 'unexpected_field'],
  ] as const) {
    it(`the feed rejects ${query}`, async () => {
      const { status, body } = await get(`/api/v1/validations?${query}`);
      assert.equal(status, 400);
      assert.equal(body.error.code, code);
      assert.match(body.error.message, /^The query parameter /);
    });
  }

  it('the rules and the platforms come as the core has them', async () => {
    assert.equal((await get('/api/v1/rules?platform=uipath&ruleset=strict')).body.rules.length, 1);
    assert.deepEqual((await get('/api/v1/platforms')).body.platforms[0], {
      platform: 'platform_1',
      title: 'UiPath',
      aliases: ['uipath'],
      ruleCount: 3,
    });
  });

  it('a rule has the defaults of its options as values, under their own names in both spellings', async () => {
    for (const spelling of ['camel', 'snake']) {
      const { body } = await get(`/api/v1/rules/UIP-REL-001?case=${spelling}`);
      assert.deepEqual(body.options, { maxDepth: 3, allowedNames: ['a'] });
      assert.equal(body.examples[0].bad, true);
    }
  });

  it('a rule names its page for people in both spellings', async () => {
    for (const [spelling, member] of [
      ['camel', 'docsUrl'],
      ['snake', 'docs_url'],
    ]) {
      const { body } = await get(`/api/v1/rules/UIP-REL-001?case=${spelling}`);
      const page = await fetch(body[member!]);
      assert.equal(page.status, 200);
      assert.match(await page.text(), /<h1>UIP-REL-001: /);
    }
  });

  it('the metrics count by route and never by path', async () => {
    await get('/api/v1/results/last');
    await get('/nothing/here');
    const text = await gateway.metrics();
    assert.match(
      text,
      /flowarden_http_requests_total\{method="GET",route="\/api\/v1\/results\/:validationId",status="400"\} \d/,
    );
    assert.match(text, /route="none",status="404"/);
    assert.doesNotMatch(text, /nothing/);
  });

  it('the state is requested from the core once a second, for any number of callers', async () => {
    const calls: string[] = [];
    const healthOf = async (name: string) => {
      calls.push(name);
      return 'SERVING';
    };
    const readiness = createReadiness({ healthOf }, null);
    await Promise.all(Array.from({ length: 50 }, readiness));
    await readiness();
    assert.deepEqual(calls, [
      '',
      'flowarden.database',
      'flowarden.schema',
      'flowarden.queue',
      'flowarden.files',
    ]);
  });

  it('probes are no lines of the usual log, other requests are', async () => {
    const before = gateway.logLines.length;
    await call(gateway, '/healthz');
    await call(gateway, '/readyz');
    await get('/api/v1/platforms');
    const levelsOf = () =>
      gateway.logLines.slice(before).flatMap((line) => {
        const { route, level } = JSON.parse(line) as { route?: string; level: unknown };
        return route === undefined ? [] : [`${route} ${level}`];
      });
    await until('three lines are written', () => levelsOf().length === 3);
    assert.deepEqual(levelsOf().sort(), ['/api/v1/platforms 30', '/healthz 20', '/readyz 20']);
  });

  it('the state follows the core and our own end', async () => {
    assert.equal((await call(gateway, '/healthz')).body.status, 'ok');
    assert.equal((await call(gateway, '/readyz')).status, 200);
    core.health.setStatus('', 'NOT_SERVING');
    const sick = await call(gateway, '/readyz');
    assert.equal(sick.status, 503);
    assert.match(sick.body.error.message, /NOT_SERVING/);
    assert.equal(sick.body.parts.core.reason, sick.body.error.message);
    assert.match(sick.headers.get('link') ?? '', /docs\/errors#engine_unavailable/);
    assert.equal(sick.headers.get('retry-after'), '1');
    core.health.setStatus('', 'SERVING');
    stopping.abort();
    const ending = await call(gateway, '/readyz');
    assert.equal(ending.body.error.code, 'shutting_down');
    assert.equal(ending.headers.get('connection'), 'close');
  });
});
