/** Made-up tenants of Orchestrator, whose packages hold workflows of a folder. */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { zip } from '../files/zip.ts';

/** Folder, and the processes in it. */
export interface ReplayFolder {
  readonly id: number;
  readonly path: string;
  readonly parentId?: number;
  /** Feed of its own. */
  readonly feedId?: string;
  /** True if the application has no role that may see its processes. */
  readonly isForbidden?: boolean;
  readonly runs: readonly { readonly id: string; readonly version: string; readonly feedId?: string }[];
}

/** Version of a package in a feed. */
export interface ReplayPackage {
  readonly id: string;
  readonly version: string;
  /** Absent: the feed of the tenant. */
  readonly feedId?: string;
  readonly isCompiled?: boolean;
  readonly bytes: Buffer;
}

export interface ReplayTenant {
  readonly folders: readonly ReplayFolder[];
  /** Of several versions of one id the last is the newest. */
  readonly packages: readonly ReplayPackage[];
  /** True if the application may not list packages. */
  readonly hidesPackages?: boolean;
}

/** Packs a project of Studio as the packer does: sources in `content/`, unless they are left out. */
export function nupkg(
  id: string,
  version: string,
  workflows: Readonly<Record<string, Buffer | string>>,
): Buffer {
  const names = Object.keys(workflows);
  const spec = `<?xml version="1.0"?><package><metadata><id>${id}</id><version>${version}</version><tags>UiPath</tags></metadata></package>`;
  const project = JSON.stringify({
    name: id,
    main: names[0] ?? 'Main.xaml',
    projectVersion: version,
    schemaVersion: '4.0',
    dependencies: { 'UiPath.System.Activities': '[24.10.3]' },
  });
  return zip([
    { name: `${id}.nuspec`, content: spec },
    ...(names.length === 0
      ? [{ name: `lib/net6.0/${id}.dll`, content: 'MZ: an assembly' }]
      : [
          { name: 'content/project.json', content: project },
          ...names.map((name) => ({ name: `content/${name}`, content: workflows[name]! })),
        ]),
  ]);
}

/** Returns the workflows of a folder by name. */
export function workflowsIn(folder: string): Readonly<Record<string, Buffer>> {
  const names = readdirSync(folder).filter((name) => name.endsWith('.xaml'));
  return Object.fromEntries(names.map((name) => [name, readFileSync(join(folder, name))]));
}

/**
 * Makes a tenant of three folders, one of them forbidden, and 40 packages: 39 run in the two others, of which one holds
 * only an assembly; one runs nowhere that can be seen.
 */
export function sampleTenant(folder: string): ReplayTenant {
  const workflows = Object.values(workflowsIn(folder));
  const packages = Array.from({ length: 40 }, (_, index): ReplayPackage => {
    const id = `Robot${String(index + 1).padStart(2, '0')}`;
    const isCompiled = index === 7;
    const sources = isCompiled ? {} : { 'Main.xaml': workflows[index % workflows.length]! };
    return { id, version: '1.0.0', isCompiled, bytes: nupkg(id, '1.0.0', sources) };
  });
  const runsOf = (from: number, to: number) =>
    packages.slice(from, to).map(({ id, version }) => ({ id, version }));
  return {
    folders: [
      { id: 11, path: 'Finance', runs: runsOf(0, 25) },
      { id: 12, path: 'Finance/Prod', parentId: 11, isForbidden: true, runs: runsOf(39, 40) },
      { id: 13, path: 'Sales', runs: runsOf(20, 39) },
    ],
    packages,
  };
}
