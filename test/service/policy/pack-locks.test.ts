/** Locks at publication: a file that no build wrote does not loosen what a pack that it extends has locked. */
import assert from 'node:assert/strict';
import { after, describe, it } from 'node:test';
import type { BuiltEnvironment, BuiltPack } from '../../../src/policy/built/built-pack.ts';
import { newSigningKey, signPack, writePack } from '../../../src/policy/built/sign-pack.ts';
import { buildPack } from '../../../src/policy/resolve/build-pack.ts';
import { startTestGateway } from '../../gateway/support/support.ts';
import { BUILD_DEPS, packFolder, packText } from '../../support/policies/pack-folder.ts';
import { type Identity, testCore } from '../../support/service/core.ts';

const core = await testCore();
const gateway = await startTestGateway({ corePort: core.server.port });
after(() => gateway.stop());

const MAX = 'UIP-MNT-001';
const LOCKED = `rules:
  ${MAX}: { severity: medium, params: { max: 100 }, locked: true }
  UIP-MNT-016: on
overrides:
  - { match: { path: "a/*" }, rules: { ${MAX}: low } }
  - { match: { path: "b/*" }, rules: { ${MAX}: high } }
environments:
  prod: { rules: { ${MAX}: { params: { max: 50 } } } }
`;

async function publish(who: Identity, bundle: Uint8Array, fields: Readonly<Record<string, string>> = {}) {
  const body = new FormData();
  body.set('file', new Blob([new Uint8Array(bundle)]), 'pack.flowpack');
  for (const [name, value] of Object.entries(fields)) body.set(name, value);
  const headers = { Authorization: `ApiKey ${who.key}`, 'X-Org-Id': who.orgId };
  const response = await fetch(`${gateway.url}/api/v1/policy-packs`, { method: 'POST', headers, body });
  const answer = (await response.json()) as { readonly error?: { code: string; message: string } };
  return { status: response.status, code: answer.error?.code, message: answer.error?.message ?? '' };
}

/** Builds a pack with locks and one that extends it. */
async function family(locked = LOCKED, own = '', more: Readonly<Record<string, string>> = {}) {
  const files = {
    'base/pack.yaml': packText(locked, 'base'),
    ...more,
    'own/pack.yaml': packText(`extends: [../base]\n${own}`, 'own'),
  };
  const folder = packFolder(files);
  const [base, child] = await Promise.all([
    buildPack(`${folder}/base`, BUILD_DEPS),
    buildPack(`${folder}/own`, BUILD_DEPS),
  ]);
  return { base, child };
}

type Loose<Value> = Value extends object ? { -readonly [Key in keyof Value]: Loose<Value[Key]> } : Value;
type Change = (pack: Loose<BuiltPack>) => void;

/** Returns a copy of a pack as an editor would change it. */
function changed(pack: BuiltPack, change: Change): BuiltPack {
  const copy = structuredClone(pack) as Loose<BuiltPack>;
  change(copy);
  return copy as BuiltPack;
}

/** Removes everything that says that rules are locked, as a build of an older version does in part. */
const withoutLocks: Change = (pack) => {
  for (const environment of [pack.base, ...Object.values(pack.environments)]) {
    delete environment.locks;
    for (const origin of Object.values(environment.origins)) delete origin.locked;
  }
};

const changedIn =
  (edit: (environment: Loose<BuiltEnvironment>) => void): Change =>
  (pack) =>
    edit(pack.base);

const LOOSENED: readonly (readonly [string, Change, RegExp])[] = [
  [
    'switches the rule off',
    changedIn(({ policy }) => delete policy.detection.rules[MAX]),
    /In "base", UIP-MNT-001 is locked by base@1\.0\.0 pack\.yaml:8: it must stay on/,
  ],
  [
    'makes the rule milder',
    changedIn(({ policy }) => {
      policy.judgement.severities[MAX] = 'low';
    }),
    /its severity must be medium or worse/,
  ],
  [
    'loosens an option',
    changedIn(({ policy }) => {
      policy.detection.rules[MAX] = { max: 400 };
    }),
    /"max" must be at least as strict as 100/,
  ],
  [
    'excludes the rule from a path',
    changedIn(({ policy }) => policy.judgement.overrides.push({ path: 'c/*', rules: { [MAX]: 'off' } })),
    /no path may make it off/,
  ],
  [
    'drops an override',
    changedIn(({ policy }) => policy.judgement.overrides.pop()),
    /the overrides of that pack must stay, in their order/,
  ],
  [
    'changes the order of overrides',
    changedIn(({ policy }) => policy.judgement.overrides.reverse()),
    /UIP-MNT-001 is locked/,
  ],
  [
    'loosens one environment',
    ({ environments }) => {
      environments.prod!.policy.detection.rules[MAX] = { max: 100 };
    },
    /In "prod", .*"max" must be at least as strict as 50/,
  ],
  [
    'leaves out an environment that is stricter',
    (pack) => {
      pack.environments = {};
    },
    /In "prod", .*"max" must be at least as strict as 50/,
  ],
  [
    'adds an environment that is looser',
    (pack) => {
      pack.environments.dev = structuredClone(pack.base);
      delete pack.environments.dev.policy.detection.rules[MAX];
    },
    /In "dev", .*it must stay on/,
  ],
];

describe('a pack that extends a published one', () => {
  for (const [title, change, message] of LOOSENED)
    it(`is rejected when it ${title}, whether or not it admits the lock`, async () => {
      const who = await core.identity();
      const { base, child } = await family();
      assert.equal((await publish(who, writePack(base))).status, 201);
      for (const silent of [false, true]) {
        const loose = changed(changed(child, change), silent ? withoutLocks : () => {});
        const answer = await publish(who, writePack(loose), { dry_run: String(silent) });
        assert.deepEqual([answer.status, answer.code], [400, 'policy_pack_invalid']);
        assert.match(answer.message, message);
      }
      assert.equal((await publish(who, writePack(child))).status, 201);
    });
  it('is rejected when it changes a locked custom rule', async () => {
    const who = await core.identity();
    const rule = `kind: Rule
id: ACME-REL-001
title: Old ERP
severity: high
platforms: [uipath]
on: activity
where: 'node.host == "erp-old.corp.example"'
message: '"{node.name}" calls {node.host} directly.'
why: The old ERP is switched off in spring.
fix: Call the workflow Gateway instead.
tests:
  invalid:
    - snippet: { uipath: '<ui:HttpClient EndPoint="http://erp-old.corp.example/x" />' }
  valid:
    - snippet: { uipath: '<ui:HttpClient EndPoint="http://erp.corp.example/x" />' }
`;
    const { base, child } = await family(
      'custom: [rules/*.yaml]\nrules: { ACME-REL-001: { locked: true } }\n',
      '',
      { 'base/rules/a.yaml': rule },
    );
    assert.equal((await publish(who, writePack(base))).status, 201);
    const loose = changed(child, (pack) => {
      for (const one of [pack.custom![0]!.rule, pack.base.policy.detection.custom![0]!])
        one.where = 'node.host == "erp-old.corp.example" && node.name != "Excused"';
    });
    const answer = await publish(who, writePack(loose));
    assert.match(
      answer.message,
      /ACME-REL-001 is locked by base@1\.0\.0: the rule itself must stay as it is/,
    );
    assert.equal((await publish(who, writePack(child))).status, 201);
  });
  it('is rejected with a valid signature too, and for a pack that it extends through another one', async () => {
    const who = await core.identity();
    const { base, child } = await family();
    const { privateKey, publicKey } = newSigningKey();
    const added = await fetch(`${gateway.url}/api/v1/policy-keys`, {
      method: 'POST',
      headers: {
        Authorization: `ApiKey ${who.key}`,
        'X-Org-Id': who.orgId,
        'Content-Type': 'application/json',
      },
      body: JSON.stringify({
        publicKey: publicKey.export({ type: 'spki', format: 'pem' }),
        packs: ['*'],
      }),
    });
    assert.equal(added.status, 201);
    const signed = (pack: BuiltPack) => signPack(writePack(pack), 'pack', privateKey);
    assert.equal((await publish(who, signed(base))).status, 201);
    const folder = packFolder({
      'pack.yaml': packText('extends: [own@1.0.0]\n', 'grandchild'),
      'packs/own.flowpack': writePack(child),
    });
    const grandchild = await buildPack(folder, BUILD_DEPS);
    const loose = changed(grandchild, (pack) => {
      withoutLocks(pack);
      delete pack.base.policy.detection.rules[MAX];
    });
    assert.match((await publish(who, signed(loose))).message, /locked by base@1\.0\.0 .*it must stay on/);
    assert.equal((await publish(who, signed(grandchild))).status, 201);
  });
  it('is accepted when it is stricter, and when an older version built it without values of locks', async () => {
    const who = await core.identity();
    const strict = `rules: { ${MAX}: { severity: high, params: { max: 20 } } }\n`;
    const { base, child } = await family(LOCKED, strict);
    const old = changed(child, ({ base: own, environments, metadata }) => {
      for (const environment of [own, ...Object.values(environments)]) delete environment.locks;
      metadata.name = 'older';
    });
    for (const pack of [base, child, old]) {
      const answer = await publish(who, writePack(pack));
      assert.equal(answer.status, 201, answer.message);
    }
  });
});

it('rejects a pack that loosens its own copy of a lock when the locking pack is not published', async () => {
  const who = await core.identity();
  const { child } = await family();
  for (const [, change] of LOOSENED.filter(([title]) => !title.includes('leaves out'))) {
    const answer = await publish(who, writePack(changed(child, change)));
    assert.equal(answer.status, 400);
    assert.match(answer.message, /Settings that loosen a lock: \d+\. The first: /);
  }
  const unknown = changed(child, ({ base }) => {
    base.locks!['UIP-NIL-999'] = [{ by: 'base' }];
  });
  assert.match(
    (await publish(who, writePack(unknown))).message,
    /UIP-NIL-999 is locked by base: the pack does/,
  );
  assert.equal((await publish(who, writePack(child))).status, 201);
});
