/** `FLOWARDEN_PLATFORM_NAMES`: names of platforms in answers, while requests and the database stay as they are. */
import assert from 'node:assert/strict';
import { join } from 'node:path';
import { after, describe, it } from 'node:test';
import {
  acceptedNames,
  bothNames,
  type PlatformNaming,
  platformFromWire,
  platformName,
} from '../../../src/analysis/model/platform.ts';
import { RuleServiceService as Rules } from '../../../src/gen/flowarden/v1/rule.ts';
import { ScannerServiceService as Scanner } from '../../../src/gen/flowarden/v1/scanner.ts';
import {
  ListValidationsRequest,
  ValidationServiceService as Validations,
} from '../../../src/gen/flowarden/v1/validation.ts';
import { createLogger } from '../../../src/infra/logging/log.ts';
import { createAddressGuard } from '../../../src/infra/network/address-guard.ts';
import { createSeal } from '../../../src/infra/sealing/seal.ts';
import { createDeliveryRun } from '../../../src/service/webhooks/delivery/delivery-run.ts';
import { namePlatform } from '../../../src/service/webhooks/messages/event-platform.ts';
import { createSender } from '../../../src/service/webhooks/sending/send.ts';
import { call } from '../../gateway/support/api.ts';
import { runCommand } from '../../support/cli/run-command.ts';
import { bot, validateRequest } from '../../support/files/bot.ts';
import { zip } from '../../support/files/zip.ts';
import { testCore } from '../../support/service/core.ts';
import { headers, projectService } from '../../support/service/project-service.ts';
import { startReceiver } from '../../support/service/receiver.ts';
import { insertTestWebhook, SECRETS_KEY } from '../../support/service/webhook.ts';

const service = await projectService({ platformNames: 'vendor' });
const { core: vendor, gateway } = service;
const neutral = await testCore({ database: vendor.database });
const who = await vendor.identity();
await insertTestWebhook(vendor.database.app, who.orgId, 9);
const { validation } = await vendor.call(Validations.validate, validateRequest(), who);
assert.ok(validation);

describe('the name of a platform', () => {
  for (const [platform, neutral, vendor] of [
    ['uipath', 'platform_1', 'uipath'],
    ['power-automate', 'platform_2', 'power_automate'],
    ['automation-anywhere', 'platform_3', 'automation_anywhere'],
    ['blue-prism', 'platform_4', 'blue_prism'],
  ] as const) {
    it(`of ${platform} is ${neutral} or ${vendor} in answers, both in errors, and either in requests`, () => {
      assert.equal(platformName(platform), neutral);
      assert.equal(platformName(platform, 'neutral'), neutral);
      assert.equal(platformName(platform, 'vendor'), vendor);
      assert.equal(bothNames(platform), `${neutral} (${vendor})`);
      for (const naming of ['neutral', 'vendor'] as const) {
        const names = acceptedNames(platform, naming);
        assert.equal(names[0], platformName(platform, naming));
        for (const name of names) assert.equal(platformFromWire(name), platform);
      }
    });
  }

  it('of nothing that is read is none', () => {
    for (const text of ['', 'platform_5', 'ui path', '__proto__'])
      assert.equal(platformFromWire(text), undefined);
  });
});

describe('the data of an event', () => {
  const stored = '{"validationId":"1","platform":"platform_4","label":"\\"platform\\":\\"platform_1\\""}';
  it('are sent as they are stored when names are neutral', () => {
    assert.equal(namePlatform(stored, 'neutral'), stored);
  });
  it("have the vendor's name in place of the stored one, and the other members in their order", () => {
    assert.equal(namePlatform(stored, 'vendor'), stored.replace('platform_4', 'blue_prism'));
  });
  it('stay as they are without a platform that is known', () => {
    for (const data of ['{"reason":"x"}', '{"platform":null}', '{"platform":"other"}'])
      assert.equal(namePlatform(data, 'vendor'), data);
  });
});

describe('a core', () => {
  for (const [naming, core, name, alias] of [
    ['vendor', vendor, 'automation_anywhere', 'platform_3'],
    ['neutral', neutral, 'platform_3', 'automation_anywhere'],
  ] as const) {
    it(`with ${naming} names uses them in results, new and stored, and in the feed`, async () => {
      const made = await core.call(Validations.validate, validateRequest({ platform: alias }), who);
      assert.equal(made.validation?.platform, name);
      const { validationId } = validation;
      const read = await core.call(Validations.getValidation, { validationId, waitSeconds: 0 }, who);
      assert.equal(read.validation?.platform, name);
      const pages = await Promise.all(
        [name, alias].map((platform) =>
          core.call(
            Validations.listValidations,
            { ...ListValidationsRequest.decode(new Uint8Array()), platform },
            who,
          ),
        ),
      );
      assert.deepEqual(pages[0], pages[1]);
      assert.ok(pages[0]!.validations.length > 0);
      for (const item of pages[0]!.validations) assert.equal(item.platform, name);
    });

    it(`with ${naming} names uses them in the catalogue and in free scans`, async () => {
      const { platforms } = await core.call(Rules.listPlatforms, {}, who);
      const item = platforms.find(({ platform }) => platform === name);
      assert.ok(item?.aliases.includes(alias) && !item.aliases.includes(name), JSON.stringify(platforms));
      const { rules } = await core.call(Rules.listRules, { platform: alias, ruleset: undefined }, who);
      assert.ok(rules.length > 0 && rules.every((rule) => rule.platforms.includes(name)));
      const { rule } = await core.call(Rules.getRule, { ruleId: 'AAB-SEC-001' }, who);
      assert.deepEqual([...new Set(rule?.examples.map(({ platform }) => platform))], [name]);
      const { scan } = await core.call(Scanner.scanFile, { file: bot(), filename: 'a.bot' }, null);
      assert.equal(scan?.platform, name);
    });

    it(`with ${naming} names writes both in errors`, async () => {
      const unknown = await core.rejection(Validations.validate, validateRequest({ platform: 'x' }), who);
      assert.match(unknown.message, /platform_1 \(uipath\), platform_2 \(power_automate\)/);
      const other = await core.rejection(Validations.validate, validateRequest({ platform: 'uipath' }), who);
      assert.match(other.message, /platform_3 \(automation_anywhere\), not of UiPath, platform_1 \(uipath\)/);
    });
  }

  it('stores neutral names, for either setting of answers', async () => {
    const names = await vendor.database.owner`
      select distinct data->>'platform' as name from events where org_id = ${who.orgId}`;
    assert.deepEqual([...names], [{ name: 'platform_3' }]);
  });

  it('passes its names on to REST, with those of the files of a project', async () => {
    const feed = await call(gateway, '/api/v1/validations?platform=automation-anywhere', {
      headers: headers(who),
    });
    assert.equal(feed.body.validations[0].platform, 'automation_anywhere');
    const { body } = await service.submit(who, zip([{ name: 'a.json', content: bot() }]));
    const project = await service.completed(who, body.projectValidationId);
    assert.deepEqual(
      project.items.map(({ platform }: { platform: string }) => platform),
      ['automation_anywhere'],
    );
  });

  describe('and the jobs beside it', () => {
    const sender = createSender({
      guard: createAddressGuard({ allowsHttp: true, allowedNetworks: ['127.0.0.0/8'] }),
      version: '0.0.0-test',
    });
    after(() => sender.close());

    for (const [naming, name] of [
      ['vendor', 'automation_anywhere'],
      ['neutral', 'platform_3'],
    ] as const satisfies readonly (readonly [PlatformNaming, string])[]) {
      it(`send ${naming} names to webhooks, and the name of the product to chats`, async () => {
        const own = await vendor.identity();
        const receiver = await startReceiver((_, response) => void response.writeHead(200).end());
        for (const target of ['generic', 'chat-a', 'chat-b'] as const)
          await insertTestWebhook(vendor.database.app, own.orgId, receiver.port, {
            target,
            events: ['validation.completed'],
          });
        await vendor.call(Validations.validate, validateRequest(), own);
        await createDeliveryRun({
          sql: vendor.database.ownerSql,
          sender,
          holder: `test-${naming}`,
          seal: createSeal(SECRETS_KEY),
          baseUrl: 'https://flowarden.example',
          platformNames: naming,
          log: createLogger('silent', 'test'),
          now: () => new Date(),
          random: () => 0.5,
        }).sendDue();
        const bodies = receiver.posts.map(({ body }) => body.toString());
        const named = (text: string) => bodies.filter((body) => body.includes(text)).length;
        assert.deepEqual([named(`"platform":"${name}"`), named('Automation Anywhere A360')], [1, 2]);
        assert.equal(named('platform_3'), naming === 'neutral' ? 1 : 0);
      });
    }
  });
});

describe('flowarden validate', () => {
  const ROOT = join(import.meta.dirname, '../../..');
  const run = (naming: string, format: string) =>
    runCommand(['validate', join(ROOT, 'samples/uipath'), '--format', format], {
      env: { PATH: process.env.PATH, FLOWARDEN_PLATFORM_NAMES: naming },
    });

  for (const [naming, name] of [
    ['neutral', 'platform_1'],
    ['vendor', 'uipath'],
    ['', 'platform_1'],
  ] as const) {
    it(`writes ${name} in JSON when the setting is "${naming}"`, () => {
      const { stdout } = run(naming, 'json');
      for (const file of JSON.parse(stdout).files) {
        assert.deepEqual([file.platform, file.result.platform], [name, name]);
      }
    });
  }

  it('writes the name of the product for people, for either setting', () => {
    const [neutral, vendor] = ['neutral', 'vendor'].map((naming) => run(naming, 'text').stdout);
    assert.match(neutral!, /Main\.xaml {2}UiPath/);
    assert.equal(vendor, neutral);
  });

  it('says what the setting may be', () => {
    const { status, stderr } = run('mine', 'json');
    assert.equal(status, 2);
    assert.match(stderr, /FLOWARDEN_PLATFORM_NAMES is "mine"; it must be one of neutral, vendor/);
  });
});
