/** Order of checks: of two errors in a request, the one that the contract checks first is answered. */
import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { makeApiKey } from '../../../src/service/access/api-key.ts';
import { IDEMPOTENCY_LIMITS } from '../../../src/service/idempotency/limits.ts';
import { createLimiter } from '../../../src/service/rate-limits/limiter.ts';
import { testCore } from '../../support/service/core.ts';
import { multipart, outcome, rawRequest, startTestGateway, type TestGateway } from '../support/support.ts';

const limitedOrgIds = new Set<string>();
const core = await testCore({
  // A caller that is not at a limit on purpose must not come near one.
  limiter({ app }) {
    const generous = createLimiter({ sql: app, factor: 1_000, onError: () => {} });
    const strict = createLimiter({ sql: app, factor: 1e-6, onError: () => {} });
    return {
      ...generous,
      take(counted, who) {
        const isLimited = 'orgId' in who && limitedOrgIds.has(String(who.orgId));
        return (isLimited ? strict : generous).take(counted, who);
      },
    };
  },
});
const elsewhere = await core.identity(['analysis:write']);

/** An organisation in some state, and two keys of it. */
async function organisation(state: { isSuspended?: boolean; isSpent?: boolean; isLimited?: boolean }) {
  const { orgId, key } = await core.identity(['analysis:write']);
  const { owner } = core.database;
  if (state.isSuspended) await owner`update organisations set suspended_at = now() where id = ${orgId}`;
  if (state.isSpent) {
    await owner`update organisations set plan = 'free' where id = ${orgId}`;
    await owner`insert into usage_months (org_id, month, synchronous) values (${orgId}, usage_month(), 200)`;
  }
  if (state.isLimited) {
    limitedOrgIds.add(orgId);
    const bucket = `validate:${orgId}:${key.split('_')[2]}`;
    await owner`insert into rate_buckets (key, full_at) values (${bucket}, now())`;
  }
  const repeat = { orgId, key: 'in-use', request: null };
  await core.idempotency.claim(repeat, Buffer.alloc(32), IDEMPOTENCY_LIMITS.idempotencyLeaseMsMax);
  return { orgId, writer: key, reader: (await core.identity(['analysis:read'], orgId)).key };
}
const ORGANISATIONS = {
  good: await organisation({}),
  limited: await organisation({ isLimited: true }),
  spent: await organisation({ isSpent: true, isLimited: true }),
  suspended: await organisation({ isSuspended: true, isSpent: true, isLimited: true }),
};

/** Fills the buckets of limited organisations and renews the keys in use: neither lasts longer than its time. */
async function renewStates(): Promise<void> {
  const { owner } = core.database;
  const leaseMs = IDEMPOTENCY_LIMITS.idempotencyLeaseMsMax;
  await owner`update rate_buckets set full_at = now() + interval '1 hour' where split_part(key, ':', 2) = any(${[...limitedOrgIds]})`;
  await owner`update idempotency_keys set lease_until = now() + ${leaseMs} * interval '1 ms' where key = 'in-use'`;
}

/** A request before it is written to the socket. */
interface Draft {
  method: string;
  path: string;
  headers: Record<string, string>;
  credential: 'writer' | 'reader' | 'unknown';
  /** Value of `X-Org-Id`; `own` is the organisation of the key. */
  orgId: 'own' | 'elsewhere' | 'missing';
  isSuspended: boolean;
  isSpent: boolean;
  isLimited: boolean;
  /** The value of `Idempotency-Key`. */
  key: string | null;
  parts: Map<string, readonly [disposition: string, content: string]>;
  /** True if `Content-Length` exceeds the limit. */
  announcesTooMuch: boolean;
}

/** Everything that can be wrong, in the order in which it is checked, and how the answer begins. */
const FAILURES: readonly (readonly [
  what: string,
  status: number,
  code: string,
  spoil: (draft: Draft) => void,
])[] = [
  ['spelling', 400, 'invalid_field', ({ headers }) => void (headers['X-Service-Case'] = 'kebab')],
  ['path', 404, 'route_not_found', (draft) => void (draft.path = '/api/v1/nowhere')],
  ['method', 405, 'method_not_allowed', (draft) => void (draft.method = 'PUT')],
  ['credentials', 401, 'invalid_credentials', (draft) => void (draft.credential = 'unknown')],
  ['organisation missing', 400, 'missing_org_id', (draft) => void (draft.orgId = 'missing')],
  ['membership', 403, 'org_access_denied', (draft) => void (draft.orgId = 'elsewhere')],
  ['suspension', 403, 'org_suspended', (draft) => void (draft.isSuspended = true)],
  ['scope', 403, 'insufficient_scope', (draft) => void (draft.credential = 'reader')],
  ['plan', 402, 'plan_limit_reached', (draft) => void (draft.isSpent = true)],
  ['rate', 429, 'rate_limited', (draft) => void (draft.isLimited = true)],
  ['length', 413, 'file_too_large', (draft) => void (draft.announcesTooMuch = true)],
  ['key that is malformed', 400, 'invalid_idempotency_key', (draft) => void (draft.key = 'a b')],
  ['key that is in use', 409, 'idempotency_in_progress', (draft) => void (draft.key = 'in-use')],
  ['query', 400, 'unexpected_field', (draft) => void (draft.path += '?bogus=1')],
  ['type', 400, 'unsupported_content_type', ({ headers }) => void (headers['Content-Type'] = 'text/plain')],
  ['file', 400, 'missing_file', ({ parts }) => void parts.delete('file')],
  [
    'field',
    400,
    'invalid_enforcement_mode',
    ({ parts }) => void parts.set('mode', ['name="enforcement_mode"', 'maybe']),
  ],
  [
    'platform',
    400,
    'unknown_platform',
    ({ parts }) => void parts.set('platform', ['name="platform"', 'platform_9']),
  ],
  [
    'content',
    400,
    'unsupported_file_type',
    ({ parts }) => {
      if (parts.has('file'))
        parts.set('file', ['name="file"; filename="a.xaml"', '<Activity><a></Activity>']);
    },
  ],
];

function draft(): Draft {
  return {
    method: 'POST',
    path: '/api/v1/validate',
    headers: {
      Host: 'gateway',
      Connection: 'close',
      'Content-Type': 'multipart/form-data; boundary=b',
    },
    credential: 'writer',
    orgId: 'own',
    isSuspended: false,
    isSpent: false,
    isLimited: false,
    key: null,
    parts: new Map([
      ['platform', ['name="platform"', 'platform_1']],
      ['file', ['name="file"; filename="a.xaml"', '<Activity/>']],
    ]),
    announcesTooMuch: false,
  };
}

/** The organisation that has what is wrong with this one; what is checked later is wrong with it too. */
function stateOf({
  isSuspended,
  isSpent,
  isLimited,
}: Pick<Draft, 'isSuspended' | 'isSpent' | 'isLimited'>): keyof typeof ORGANISATIONS {
  if (isSuspended) return 'suspended';
  if (isSpent) return 'spent';
  return isLimited ? 'limited' : 'good';
}

/** The headers of the caller that a draft means. */
function callerHeaders({ credential, orgId, key: repeatKey, ...draft }: Draft): Record<string, string> {
  const own = ORGANISATIONS[stateOf(draft)];
  const key = credential === 'unknown' ? makeApiKey().key : own[credential];
  const id = { own: own.orgId, elsewhere: elsewhere.orgId, missing: null }[orgId];
  return {
    Authorization: `ApiKey ${key}`,
    ...(id && { 'X-Org-Id': id }),
    ...(repeatKey && { 'Idempotency-Key': repeatKey }),
  };
}

describe('errors of a request are answered in the order of the contract', () => {
  let gateway: TestGateway;
  before(async () => {
    gateway = await startTestGateway({ corePort: core.server.port });
  });
  after(() => gateway.stop());

  async function send(...spoils: readonly ((request: Draft) => void)[]) {
    const request = draft();
    await renewStates();
    for (const spoil of spoils) spoil(request);
    const body = multipart([...request.parts.values()]);
    const length = request.announcesTooMuch ? 20_000_000 : Buffer.byteLength(body);
    const lines = Object.entries({
      ...request.headers,
      ...callerHeaders(request),
      'Content-Length': String(length),
    });
    const head = lines.map(([name, value]) => `${name}: ${value}\r\n`).join('');
    const { text } = await rawRequest(gateway.port, (socket) => {
      socket.write(`${request.method} ${request.path} HTTP/1.1\r\n${head}\r\n${body}`);
    });
    return outcome(text);
  }

  for (const [index, [what, status, code, spoil]] of FAILURES.entries()) {
    it(`${what} alone`, async () => {
      assert.deepEqual(await send(spoil), [status, code]);
    });
    it(`${what} before all that come later, one by one and together`, async () => {
      const later = FAILURES.slice(index + 1);
      for (const [other, , , spoilToo] of later) {
        // The earlier one last: where both change the same header, it has to be the one that is sent.
        assert.deepEqual(await send(spoilToo, spoil), [status, code], `${what} and ${other}`);
      }
      const all = later.map(([, , , spoilToo]) => spoilToo).reverse();
      assert.deepEqual(await send(...all, spoil), [status, code]);
    });
  }
});
