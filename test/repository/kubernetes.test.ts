/** The files for Kubernetes: rendered, against the published types, with the rights that they give and what they name. */
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, it } from 'node:test';
import { installRoot, programVersion } from '../../src/infra/process/install-root.ts';
import { looseEnds, NO_RENDERER, readManifestFiles, render } from '../support/kubernetes/files.ts';
import type { Container, Manifest, PodSpec } from '../support/kubernetes/manifest.ts';
import { podFaults, settingMapFaults } from '../support/kubernetes/pods.ts';
import { typeErrors } from '../support/kubernetes/published-types.ts';
import { type KnownSecrets, referenceFaults } from '../support/kubernetes/references.ts';

/** Secrets of the documentation, which says how to make them. */
const SECRETS: KnownSecrets = {
  flowarden: [
    'owner_url',
    'core_url',
    'deliveries_url',
    'pulls_url',
    'key_pepper',
    'secrets_key',
    'webhook_key',
    'sources_key',
    'gateway_token',
  ],
  'flowarden-pgbouncer': ['userlist.txt', 'core_url', 'deliveries_url', 'pulls_url'],
  'flowarden-s3': ['access_key_id', 'secret_access_key'],
};
const OVERLAYS = ['small', 'production'] as const;
const FILES = readManifestFiles();
/** The pod for commands, which a person applies by itself. */
const OPERATOR = FILES.find(({ path }) => path === 'operator.yaml')!.objects;
const RENDERED = NO_RENDERER ? [] : OVERLAYS.map((name) => render(`overlays/${name}`));
const page = readFileSync(join(installRoot(), 'docs/kubernetes.md'), 'utf8');

/** Returns whether it is an object of a cluster, whole: neither a kustomization nor a patch, which has no image. */
function isResource({ kind, spec }: Manifest): boolean {
  return (
    kind !== undefined &&
    !['Kustomization', 'Component'].includes(kind) &&
    (spec?.template?.spec.containers.every(({ image }) => image !== undefined) ?? true)
  );
}

function isCore({ kind, metadata }: Manifest): boolean {
  return kind === 'Deployment' && metadata.name === 'flowarden-core';
}

/** Returns a copy of the objects in which one container, or its pod, is changed. */
function changed(
  objects: readonly Manifest[],
  name: string,
  change: (container: Record<keyof Container, unknown>, pod: Record<keyof PodSpec, unknown>) => void,
): readonly Manifest[] {
  const copy = structuredClone(objects);
  const pod = copy.find(({ kind, metadata }) => kind === 'Deployment' && metadata.name === name)!.spec!
    .template!.spec;
  change(
    pod.containers[0]! as unknown as Record<keyof Container, unknown>,
    pod as unknown as Record<keyof PodSpec, unknown>,
  );
  return copy;
}

describe('the files for Kubernetes', () => {
  it('are all named by a kustomization, and all that these name are there', () => {
    assert.ok(FILES.length > 20);
    assert.deepEqual(looseEnds(), []);
  });

  it('fit the published types, which know every field, as they stand here and rendered', () => {
    const resources = FILES.flatMap(({ objects }) => objects).filter(isResource);
    assert.ok(resources.length > 30);
    const misspelt = changed(resources, 'flowarden-core', (container) => {
      Object.assign(container, { imagePullPolice: 'Always' });
    }).find(isCore)!;
    const mistyped = changed(resources, 'flowarden-core', (container) => {
      container.ports = [{ containerPort: 'http' }];
    }).find(isCore)!;
    const objects = [misspelt, mistyped, ...resources, ...RENDERED.flat()];
    const texts = typeErrors(objects).map(([index, text]) => `${index} ${text}`);
    assert.equal(texts.length, 2, texts.join('\n'));
    assert.match(texts[0]!, /^0 .*"imagePullPolice"' does not exist/);
    assert.match(texts[1]!, /^1 .*'string' is not assignable to type 'number'/);
  });

  it('run the version of this program, and migrate in a job of that version', () => {
    const base = readFileSync(join(installRoot(), 'deploy/kubernetes/base/kustomization.yaml'), 'utf8');
    assert.match(base, new RegExp(`newTag: ${programVersion()}\\n`));
    const names = FILES.flatMap(({ objects }) => objects.filter(({ kind }) => kind === 'Job'));
    assert.deepEqual(
      names.map(({ metadata }) => metadata.name),
      [`flowarden-migrate-${programVersion().replaceAll('.', '-')}`],
    );
  });

  it('give the pod for commands no other right either', () => {
    const jobs = OPERATOR.map((pod) => ({
      ...pod,
      spec: { template: { spec: pod.spec as unknown as PodSpec } },
    }));
    assert.equal(jobs.length, 1);
    assert.deepEqual(podFaults(jobs), []);
    assert.match(jobs[0]!.spec.template.spec.containers[0]!.image, new RegExp(`:${programVersion()}$`));
  });

  it('hold no secret: a person makes them as the page says', () => {
    assert.ok(!FILES.some(({ objects }) => objects.some(({ kind }) => kind === 'Secret')));
    for (const [name, keys] of Object.entries(SECRETS))
      for (const key of [name, ...keys]) assert.ok(page.includes(key), `docs/kubernetes.md names no ${key}`);
  });
});

describe('the overlays', { skip: NO_RENDERER }, () => {
  const [small, production] = RENDERED as [readonly Manifest[], readonly Manifest[]];

  for (const [index, name] of OVERLAYS.entries()) {
    it(`of ${name} give every pod the rights of the standard "restricted", and settings that exist`, () => {
      const objects = RENDERED[index]!;
      assert.deepEqual(podFaults(objects), []);
      const settings = objects.filter(({ metadata }) => metadata.name.startsWith('flowarden-settings-'));
      assert.equal(settings.length, 1);
      assert.deepEqual(settingMapFaults(settings[0]!.data!), []);
    });

    it(`of ${name} name only what is there`, () => {
      assert.deepEqual(referenceFaults(RENDERED[index]!, SECRETS), []);
    });
  }

  it('are found out where a pod has a right, a setting, an image or a probe that it must not have', () => {
    const faults: readonly [RegExp, Parameters<typeof changed>[2]][] = [
      [/runs as root/, (_, pod) => (pod.securityContext = {})],
      [/has a token of the cluster/, (_, pod) => (pod.automountServiceAccountToken = true)],
      [/forbidden kind/, (_, pod) => (pod.volumes = [{ name: 'node', hostPath: { path: '/' } }])],
      [/is killed before it has ended/, (_, pod) => (pod.terminationGracePeriodSeconds = 5)],
      [/may gain rights/, (container) => (container.securityContext = {})],
      [/without a version/, (container) => (container.image = 'flowarden')],
      [/image of another version/, (container) => (container.image = 'flowarden:0.0.1')],
      [/unknown command/, (container) => (container.args = ['cores'])],
      [/FLOWARDEN_TYPO is no setting/, (container) => (container.env = [{ name: 'FLOWARDEN_TYPO' }])],
      [/not read by core/, (container) => (container.env = [{ name: 'FLOWARDEN_TRUSTED_PROXIES' }])],
      [
        /secret in plain/,
        (container) => (container.env = [{ name: 'DATABASE_URL', value: 'postgres://a/b' }]),
      ],
      [
        /nothing answers/,
        (container) => (container.livenessProbe = { httpGet: { path: '/live', port: 'metrics' } }),
      ],
      [
        /serves gRPC on another port/,
        (container) => (container.ports = [{ name: 'grpc', containerPort: 1 }]),
      ],
    ];
    for (const [expected, change] of faults)
      assert.match(podFaults(changed(small, 'flowarden-core', change)).join('\n'), expected);
    assert.deepEqual(
      settingMapFaults({ FLOWARDEN_LOG_LEVEL: 'loud', FLOWARDEN_KEY_PEPPER: 'x'.repeat(32) }),
      ['FLOWARDEN_LOG_LEVEL has an invalid value', 'FLOWARDEN_KEY_PEPPER is a secret'],
    );
    assert.match(referenceFaults(small, {}).join('\n'), /flowarden-core needs flowarden\/core_url/);
    const others = small.filter(({ kind }) => kind !== 'ConfigMap' && kind !== 'Deployment');
    assert.match(referenceFaults(others, SECRETS).join('\n'), /Service flowarden-core selects no pod/);
  });

  it('deny every connection that no policy allows', () => {
    for (const objects of RENDERED) {
      const policies = objects.filter(({ kind }) => kind === 'NetworkPolicy');
      const denying = policies.filter(
        ({ spec }) => spec?.ingress === undefined && spec?.egress === undefined,
      );
      assert.deepEqual(
        denying.map(({ spec }) => [spec?.podSelector, spec?.policyTypes]),
        [[{}, ['Ingress', 'Egress']]],
      );
    }
  });

  it('reach Postgres in production through the pooler, but for jobs and migrations, which need a session', () => {
    const pods = production.flatMap(({ spec }) => spec?.template?.spec.containers[0] ?? []);
    const poolers = pods.filter(({ env = [] }) =>
      env.some(({ name }) => name === 'FLOWARDEN_DATABASE_POOLER'),
    );
    assert.deepEqual(poolers.map(({ args }) => args?.[0]).sort(), ['core', 'deliveries', 'pulls']);
    const database = production.find(({ metadata }) => metadata.name === 'flowarden-database');
    assert.deepEqual(database?.spec?.podSelector?.matchExpressions?.[0]?.values, [
      'migrate',
      'jobs',
      'pgbouncer',
    ]);
  });
});
