/** The files of `deploy/kubernetes`, and what a renderer makes of them. */
import { execFileSync, spawnSync } from 'node:child_process';
import { readdirSync, readFileSync } from 'node:fs';
import { dirname, join, normalize } from 'node:path';
import { parse, parseAllDocuments } from 'yaml';
import { installRoot } from '../../../src/infra/process/install-root.ts';
import type { Manifest } from './manifest.ts';

const FOLDER = join(installRoot(), 'deploy/kubernetes');

/** Programs that render a folder; the first that runs here is taken. */
const RENDERERS = [
  ['kubectl', 'kustomize'],
  ['kustomize', 'build'],
] as const;

const RENDERER = RENDERERS.find(
  ([program, verb]) => spawnSync(program, [verb, '--help'], { stdio: 'ignore' }).status === 0,
);

/** Why overlays cannot be rendered on this machine; false when they can. */
export const NO_RENDERER =
  RENDERER === undefined && 'NOT RENDERED: neither kubectl nor kustomize is installed here';

/** Renders a folder of `deploy/kubernetes`. */
export function render(folder: string): readonly Manifest[] {
  const [program, verb] = RENDERER!;
  return documentsOf(execFileSync(program, [verb, join(FOLDER, folder)], { encoding: 'utf8' }));
}

/** Returns the objects of a text; no field may be there twice. */
function documentsOf(text: string): readonly Manifest[] {
  return parseAllDocuments(text, { uniqueKeys: true }).map((document) => {
    if (document.errors.length > 0) throw document.errors[0]!;
    return document.toJS() as Manifest;
  });
}

/** File of the folder, with its path in it. */
export interface ManifestFile {
  readonly path: string;
  readonly objects: readonly Manifest[];
}

/** Reads every YAML file. */
export function readManifestFiles(): readonly ManifestFile[] {
  return listFiles()
    .filter((path) => path.endsWith('.yaml'))
    .map((path) => ({ path, objects: documentsOf(readFileSync(join(FOLDER, path), 'utf8')) }));
}

/** Kustomization, as far as it names other files. */
interface Kustomization {
  readonly resources?: readonly string[];
  readonly components?: readonly string[];
  readonly patches?: readonly { readonly path: string }[];
  readonly configMapGenerator?: readonly {
    readonly envs?: readonly string[];
    readonly files?: readonly string[];
  }[];
}

/** Returns what kustomizations name and is not there, and files that none of them names. */
export function looseEnds(): readonly string[] {
  const files = new Set(listFiles());
  const named = new Set<string>();
  const missing: string[] = [];
  for (const path of [...files].filter((file) => file.endsWith('kustomization.yaml'))) {
    const text = readFileSync(join(FOLDER, path), 'utf8');
    for (const name of namesIn(parse(text) as Kustomization)) {
      const target = normalize(join(dirname(path), name));
      const file = files.has(target) ? target : join(target, 'kustomization.yaml');
      if (!files.has(file)) missing.push(`${path} names ${name}, which is not there`);
      named.add(file);
    }
  }
  // Overlays are where a person begins, and a file beside them is applied by itself.
  const loose = [...files].filter((file) => /^(?:base|components)\//.test(file) && !named.has(file));
  return [...missing, ...loose.map((file) => `no kustomization names ${file}`)];
}

function namesIn({ resources, components, patches, configMapGenerator }: Kustomization): readonly string[] {
  return [
    ...(resources ?? []),
    ...(components ?? []),
    ...(patches ?? []).map(({ path }) => path),
    ...(configMapGenerator ?? []).flatMap(({ envs = [], files = [] }) => [...envs, ...files]),
  ];
}

function listFiles(): readonly string[] {
  return readdirSync(FOLDER, { recursive: true, encoding: 'utf8' }).filter((path) =>
    /\.(?:yaml|env|ini)$/.test(path),
  );
}
