/** Checks objects against the published types of Kubernetes: unknown fields, missing ones and values of another type. */
import { spawnSync } from 'node:child_process';
import { copyFileSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { installRoot } from '../../../src/infra/process/install-root.ts';
import { temporaryFolder } from '../temporary-folder.ts';
import type { Manifest } from './manifest.ts';

/** Modules with the types, by the version of the API. */
const MODULES: Readonly<Record<string, string>> = {
  v1: 'kubernetes-types/core/v1',
  'apps/v1': 'kubernetes-types/apps/v1',
  'autoscaling/v2': 'kubernetes-types/autoscaling/v2',
  'batch/v1': 'kubernetes-types/batch/v1',
  'networking.k8s.io/v1': 'kubernetes-types/networking/v1',
  'policy/v1': 'kubernetes-types/policy/v1',
  'keda.sh/v1alpha1': './custom-resources',
  'monitoring.coreos.com/v1': './custom-resources',
};

/**
 * Returns what differs from the types, each with the number of its object. The compiler sees the objects as literals, so
 * it knows every field.
 */
export function typeErrors(objects: readonly Manifest[]): readonly (readonly [number, string])[] {
  const folder = temporaryFolder();
  symlinkSync(join(installRoot(), 'node_modules'), join(folder, 'node_modules'));
  copyFileSync(join(import.meta.dirname, 'custom-resources.d.ts'), join(folder, 'custom-resources.d.ts'));
  for (const [index, object] of objects.entries()) {
    const module = MODULES[object.apiVersion] ?? `unknown-api/${object.apiVersion}`;
    const text = `export const object: import('${module}').${object.kind} = ${JSON.stringify(object, null, 1)};`;
    writeFileSync(join(folder, `object${index}.ts`), text);
  }
  const options = ['--noEmit', '--strict', '--module', 'preserve', '--types', '', '--pretty', 'false'];
  const files = objects.map((_, index) => `object${index}.ts`);
  const tsc = join(installRoot(), 'node_modules/.bin/tsc');
  const { stdout } = spawnSync(tsc, [...options, ...files], { cwd: folder, encoding: 'utf8' });
  return stdout
    .split('\n')
    .filter((line) => line.includes('error TS'))
    .map((line) => [Number(/^object(\d+)\.ts/.exec(line)?.[1] ?? -1), line] as const);
}
