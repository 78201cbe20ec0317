/** Spelling of an answer when the request selects none: of the key, the organisation, the endpoint. */
import assert from 'node:assert/strict';
import { after, describe, it } from 'node:test';
import { isForPeople, needsCaller } from '../../../gateway/endpoint/route.ts';
import { ROUTES } from '../../../gateway/routes/all-routes.ts';
import type { WireCase } from '../../../src/contract/wire-case.ts';
import type { Scope } from '../../../src/service/access/scopes.ts';
import { type Identity, testCore } from '../../support/service/core.ts';
import { form, startTestGateway } from '../support/support.ts';

const core = await testCore();
const gateway = await startTestGateway({ corePort: core.server.port });
after(() => gateway.stop());

/** A caller whose key and organisation have decided on these. */
async function identity(
  key: WireCase | null,
  organisation: WireCase | null,
  scopes?: readonly Scope[],
): Promise<Identity> {
  const made = await core.identity(scopes);
  const { owner } = core.database;
  await owner`update api_keys set wire_case = ${key} where org_id = ${made.orgId}`;
  await owner`insert into organisation_settings (org_id, wire_case) values (${made.orgId}, ${organisation})`;
  return made;
}

const plain = await identity(null, null);
const snakeOrganisation = await identity(null, 'snake');
const snakeKey = await identity('snake', 'camel');
const camelKey = await identity('camel', 'snake');
const camelOrganisation = await identity(null, 'camel');
const powerless = await identity(null, 'snake', []);

const headersOf = ({ key, orgId }: Identity) => ({ Authorization: `ApiKey ${key}`, 'X-Org-Id': orgId });
/** Calls the gateway, whose watch holds the answer against the document in either spelling. */
async function send(path: string, who: Identity, init: RequestInit = {}) {
  const response = await fetch(gateway.url + path, {
    ...init,
    headers: { ...headersOf(who), ...(init.headers as Record<string, string>) },
  });
  const { status, headers } = response;
  return { status, spelling: headers.get('x-service-case'), text: await response.text() };
}
const RULES = '/api/v1/rules';
const WEBHOOKS = '/api/v1/org-webhooks';

describe('the spelling of an answer is', () => {
  const table: readonly (readonly [
    fact: string,
    who: Identity,
    path: string,
    headers: Record<string, string>,
    expected: WireCase,
  ])[] = [
    ['camel when none is selected', plain, RULES, {}, 'camel'],
    ["the organisation's", snakeOrganisation, RULES, {}, 'snake'],
    ["the key's before the organisation's", snakeKey, RULES, {}, 'snake'],
    ["the key's also where it is camel", camelKey, RULES, {}, 'camel'],
    ["the query's before the key's", snakeKey, `${RULES}?case=camel`, {}, 'camel'],
    ["that of Accept before the key's", snakeKey, RULES, { Accept: 'application/json;case=camel' }, 'camel'],
    ["the header's before the key's", snakeKey, RULES, { 'X-Service-Case': 'camel' }, 'camel'],
    ["the endpoint's when none is selected", plain, WEBHOOKS, {}, 'snake'],
    ["the organisation's before the endpoint's", camelOrganisation, WEBHOOKS, {}, 'camel'],
    ["the key's before the endpoint's", camelKey, WEBHOOKS, {}, 'camel'],
  ];
  for (const [fact, who, path, headers, expected] of table) {
    it(fact, async () => {
      const { status, spelling, text } = await send(path, who, { headers });
      assert.deepEqual([status, spelling], [200, expected]);
      assert.match(text, expected === 'snake' ? /"(rule_id|next_cursor)":/ : /"(ruleId|nextCursor)":/);
    });
  }
});

describe("an error has the caller's spelling", () => {
  async function errorOf(path: string, who: Identity, init: RequestInit = {}) {
    const { spelling, text } = await send(path, who, init);
    const { error } = JSON.parse(text);
    return [error.code, spelling, 'docs_url' in error];
  }
  const upload = () => ({ method: 'POST', body: form({ platform: 'nowhere' }) });
  it('when the scope is missing', async () => {
    const expected = ['insufficient_scope', 'snake', true];
    assert.deepEqual(await errorOf('/api/v1/validations', powerless), expected);
    assert.deepEqual(await errorOf('/api/v1/validate', powerless, upload()), expected);
  });
  it('when a field is wrong', async () => {
    const expected = ['unknown_platform', 'snake', true];
    assert.deepEqual(await errorOf('/api/v1/validate', snakeOrganisation, upload()), expected);
  });
  it('when the address is wrong', async () => {
    assert.deepEqual(await errorOf(`${RULES}?bogus=1`, snakeOrganisation), [
      'unexpected_field',
      'snake',
      true,
    ]);
  });
  it('but not when it is no member of the organisation', async () => {
    const stranger = { ...plain, orgId: snakeOrganisation.orgId };
    assert.deepEqual(await errorOf(RULES, stranger), ['org_access_denied', 'camel', false]);
  });
});

describe('every answer of the core is written in the spelling of the caller', () => {
  for (const route of ROUTES.filter((one) => needsCaller(one) && !isForPeople(one))) {
    it(`by ${route.method} ${route.path}`, async () => {
      const path = route.path.replace(/:\w+/g, '0190d5a4-7c1e-7a3b-9f00-3f2a1b4c5d6e');
      const { status, spelling } = await send(path, snakeOrganisation, { method: route.method });
      assert.ok(![204, 401, 403].includes(status), String(status));
      assert.equal(spelling, 'snake');
    });
  }
});
