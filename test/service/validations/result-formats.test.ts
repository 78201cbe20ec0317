/** Results over REST in the formats of pipelines: the same findings as in JSON, by `Accept` and by `format`. */
import assert from 'node:assert/strict';
import { after, describe, it } from 'node:test';
import { withOrganisation } from '../../../src/infra/database/database.ts';
import { insertValidation } from '../../../src/service/validations/validations-store.ts';
import { startTestGateway } from '../../gateway/support/support.ts';
import { commandsIn, HOSTILE_NAMES } from '../../support/log-agents.ts';
import { type Identity, testCore } from '../../support/service/core.ts';
import { finding, validationRecord } from '../../support/service/validation-record.ts';

const core = await testCore();
const gateway = await startTestGateway({ corePort: core.server.port });
after(() => gateway.stop());
const us = await core.identity();

/** Stores a blocked result with the names as locations; returns its id. */
async function store({ orgId }: Identity, names: readonly string[]): Promise<string> {
  const findings = names.map((name, index) =>
    finding({
      id: `0190d5a4-7c1e-4a3b-9f00-${String(index).padStart(12, '0')}`,
      description: name,
      location: { names: [name], path: '/Activity[1]', line: index + 1, column: 1 },
      severity: 'critical',
    }),
  );
  const record = validationRecord(orgId, { findings, enforcementMode: 'blocking', passed: false });
  await withOrganisation(core.database.app, orgId, (sql) => insertValidation(sql, record));
  return record.id;
}

const read = (id: string, query = '', accept = '*/*', { key, orgId } = us) =>
  fetch(`${gateway.url}/api/v1/results/${id}${query}`, {
    headers: { Authorization: `ApiKey ${key}`, 'X-Org-Id': orgId, Accept: accept },
  });

const NAMES = ['Log in', 'Read invoices', ...HOSTILE_NAMES];
const id = await store(us, NAMES);
const typeOf = (answer: Response) => answer.headers.get('content-type');

/** Reads the lines of the findings back. */
const LINES: Readonly<Record<string, (text: string) => readonly number[]>> = {
  sarif: (text) =>
    JSON.parse(text).runs[0].results.map(
      (result: { locations: [{ physicalLocation: { region: { startLine: number } } }] }) =>
        result.locations[0].physicalLocation.region.startLine,
    ),
  junit: (text) => [...text.matchAll(/\(line (\d+): /g)].map(([, line]) => Number(line)),
  gitlab: (text) =>
    JSON.parse(text).map(({ location }: { location: { lines: { begin: number } } }) => location.lines.begin),
};

describe('a result', () => {
  for (const [format, type] of [
    ['sarif', 'application/sarif+json'],
    ['junit', 'application/junit+xml'],
    ['gitlab', 'application/vnd.gitlab.codequality+json'],
    ['markdown', 'text/markdown'],
  ] as const) {
    it(`is ${format} with ?format=${format}, without a command of a CI agent`, async () => {
      const answer = await read(id, `?format=${format}`);
      assert.equal(answer.status, 200);
      assert.equal(typeOf(answer), `${type}; charset=utf-8`);
      assert.equal(answer.headers.get('x-service-validation-status'), 'completed');
      const text = await answer.text();
      assert.deepEqual(commandsIn(text), []);
      const lines = LINES[format]?.(text);
      if (lines !== undefined)
        assert.deepEqual(
          lines,
          NAMES.map((_, index) => index + 1),
        );
      else assert.match(text, /^## Flowarden: failed$/m);
    });

    it(`is ${format} for Accept: ${type}`, async () => {
      const answer = await read(id, '', type);
      assert.equal(typeOf(answer), `${type}; charset=utf-8`);
      assert.equal(await answer.text(), await (await read(id, `?format=${format}`)).text());
    });
  }

  it('is JSON with ?format=json, even if Accept prefers another type', async () => {
    const answer = await read(id, '?format=json', 'application/sarif+json');
    assert.equal(typeOf(answer), 'application/json; charset=utf-8');
    assert.equal((await answer.json()).findings.length, NAMES.length);
  });

  it('is 422 in every format with gate=true when it is blocked', async () => {
    const answer = await read(id, '?format=sarif&gate=true');
    assert.equal(answer.status, 422);
    const { runs } = await answer.json();
    assert.equal(runs[0].results[0].level, 'error');
    assert.ok(runs[0].tool.driver.rules.length > 10);
  });

  for (const format of ['sarf', '', 'text'])
    it(`is rejected with format="${format}", never silently JSON`, async () => {
      const answer = await read(id, `?format=${format}`);
      assert.equal(answer.status, 400);
      const { code, message } = (await answer.json()).error;
      assert.equal(code, 'invalid_field');
      assert.match(message, /json, sarif, junit, gitlab, markdown/);
    });

  it('of another organisation is not found in any format', async () => {
    const other = await core.identity();
    assert.equal((await read(id, '?format=sarif', '*/*', other)).status, 404);
  });
});
