/** The image, the compose file and the alerts: what linters say, which rights containers have, and what to do. */
import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, it } from 'node:test';
import { DCLinter } from 'dclint';
import { validate } from 'dockerfile-utils';
import { parse } from 'yaml';
import { installRoot } from '../../src/infra/process/install-root.ts';
import { COMPOSE, COMPOSE_FILE } from '../support/database/deployment.ts';
import { buildStage, DOCKERFILE } from '../support/image.ts';
import { temporaryFolder } from '../support/temporary-folder.ts';

/** Returns the complaints of the linter, but for matters of order. */
function complaints(file: string): readonly string[] {
  const off = ['service-keys-order', 'services-alphabetical-order', 'no-build-and-image'];
  const rules = Object.fromEntries(off.map((rule) => [rule, 0 as const]));
  const linter = new DCLinter({ rules, quiet: true, debug: false, exclude: [] });
  // The package has no types for what it returns.
  const results = linter.lintFiles([file], false) as { messages: { message: string }[] }[];
  return results.flatMap(({ messages }) => messages.map(({ message }) => message));
}

describe('the files of deployment', () => {
  it('are valid to linters, which find what is wrong', () => {
    assert.deepEqual(validate(DOCKERFILE), []);
    assert.notDeepEqual(validate('FROM node:24\nCOPPY a b\n'), []);
    assert.deepEqual(complaints(COMPOSE_FILE), []);
    const broken = join(temporaryFolder(), 'compose.yaml');
    writeFileSync(
      broken,
      readFileSync(COMPOSE_FILE, 'utf8').replace('condition: service_healthy', 'condition: healthy'),
    );
    assert.notDeepEqual(complaints(broken), []);
  });

  for (const [name, service] of Object.entries(COMPOSE.services)) {
    it(`give ${name} no right that it does not need`, () => {
      assert.equal(service.read_only, true);
      assert.deepEqual(service.cap_drop, ['ALL']);
      assert.deepEqual(service.security_opt, ['no-new-privileges:true']);
      for (const secret of service.secrets) assert.ok(COMPOSE.secrets[secret], secret);
      for (const [variable, value] of Object.entries(service.environment))
        assert.doesNotMatch(
          `${variable}=${value}`,
          /^(?!.*_FILE=).*(PASSWORD|PEPPER|_KEY|TOKEN|DATABASE_URL)/,
        );
    });
  }

  it('configure the proxy before the gateway, without which all visitors share the limits of one', () => {
    assert.equal(
      COMPOSE.services.gateway?.environment.FLOWARDEN_TRUSTED_PROXIES,
      // biome-ignore lint/suspicious/noTemplateCurlyInString: compose replaces it.
      '${FLOWARDEN_TRUSTED_PROXIES:-}',
    );
  });

  it('separate the gateway from the database and its secrets', () => {
    const { gateway, core, deliveries, pulls } = COMPOSE.services;
    assert.deepEqual(gateway?.secrets, ['gateway_token']);
    assert.ok(!gateway?.networks.includes('database'));
    assert.ok(!core?.secrets.includes('owner_url'));
    assert.deepEqual(deliveries?.secrets, ['deliveries_url', 'webhook_key']);
    assert.ok(!deliveries?.networks.includes('roles'));
    assert.deepEqual(pulls?.secrets, ['pulls_url', 'sources_key']);
    assert.ok(!pulls?.networks.includes('roles'));
  });
});

describe('the alerts', () => {
  const read = (path: string) => readFileSync(join(installRoot(), path), 'utf8');
  const { groups } = parse(read('deploy/prometheus/alerts.yaml')) as {
    groups: { rules: { alert: string; annotations: { runbook: string } }[] }[];
  };
  const rules = groups.flatMap((group) => group.rules);

  it('have each a section of the runbooks that they name, with what callers notice, the cause and what to do', () => {
    const [, ...sections] = read('docs/runbooks.md').split(/^## /m);
    assert.deepEqual(
      sections.map((section) => section.split('\n')[0]).sort(),
      rules.map(({ alert }) => alert).sort(),
    );
    for (const section of sections)
      assert.match(section, /\*\*(?:Callers|Receivers)\*\* .*\*\*It is\*\* .*\*\*Do\.\*\* /s);
    for (const { alert, annotations } of rules)
      assert.equal(annotations.runbook, `docs/runbooks.md#${alert.toLowerCase()}`);
  });
});

describe('the image of the command', () => {
  it('holds the package alone, which validates', () => {
    const image = buildStage('cli');
    assert.deepEqual(readdirSync(image).sort(), ['opt', 'work']);
    const [, program = ''] = /^ENTRYPOINT \["node", "(\/opt\/.*)"\]$/m.exec(DOCKERFILE) ?? [];
    const argv = [join(image, program), 'validate', 'samples/uipath/Main.xaml', '--summary'];
    assert.match(execFileSync(process.execPath, argv, { encoding: 'utf8' }), /^1 workflow file/m);
  });
});
