/**
 * Prints the bill of materials of an installation, CycloneDX 1.6. It lists every package of the lock file except
 * development dependencies.
 *
 * Usage: npm run --silent sbom > sbom.cdx.json
 */
import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';

interface Component {
  readonly 'bom-ref': string;
  readonly name: string;
  readonly version: string;
}

/** Known fields of the document; the schema describes the rest. */
export interface BillOfMaterials {
  readonly specVersion: string;
  readonly metadata: { readonly component: Component };
  readonly components: readonly Component[];
  readonly dependencies: readonly { readonly ref: string; readonly dependsOn: readonly string[] }[];
  readonly [field: string]: unknown;
}

/**
 * Builds the bill with npm. npm writes 1.5, and each such document is valid in 1.6 too. It names the project after its
 * folder, and its own --omit=dev (11.19) omits packages that production and development share.
 */
export function billOfMaterials(): BillOfMaterials {
  const { metadata, components, dependencies, ...rest } = wholeBill();
  const shipped = components.filter(isForProduction());
  const refs = new Set([metadata.component, ...shipped].map((component) => component['bom-ref']));
  return {
    ...rest,
    $schema: 'http://cyclonedx.org/schema/bom-1.6.schema.json',
    specVersion: '1.6',
    metadata: { ...metadata, component: { ...metadata.component, name: 'flowarden' } },
    components: shipped,
    dependencies: dependencies
      .filter(({ ref }) => refs.has(ref))
      .map(({ ref, dependsOn }) => ({ ref, dependsOn: dependsOn.filter((other) => refs.has(other)) })),
  };
}

function wholeBill(): BillOfMaterials {
  const argv = ['sbom', '--sbom-format=cyclonedx', '--sbom-type=application', '--package-lock-only'];
  const { stdout, status, error } = spawnSync('npm', argv, {
    cwd: ROOT,
    encoding: 'utf8',
    maxBuffer: 64 * 1024 * 1024,
    stdio: ['ignore', 'pipe', 'ignore'],
  });
  if (status !== 0) throw new Error(`npm sbom failed: ${stdout}`, { cause: error });
  return JSON.parse(stdout) as BillOfMaterials;
}

/** Returns a test for the components that the lock file does not mark as development dependencies. */
function isForProduction(): (component: Component) => boolean {
  const { packages } = JSON.parse(readFileSync(join(ROOT, 'package-lock.json'), 'utf8')) as {
    packages: Readonly<Record<string, { readonly version: string; readonly dev?: boolean }>>;
  };
  const names = Object.entries(packages)
    .filter(([, { dev }]) => !dev)
    .map(([path, { version }]) => `${path.replace(/^.*node_modules\//, '')}@${version}`);
  const known = new Set(names);
  return ({ name, version }) => known.has(`${name}@${version}`);
}

const ROOT = join(import.meta.dirname, '..');

if (import.meta.main) process.stdout.write(`${JSON.stringify(billOfMaterials(), null, 2)}\n`);
