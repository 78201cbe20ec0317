/** Units that a product deploys as a whole: project folders, solutions, exports and releases. */

import { folderOf } from '../../../../text/folder-of.ts';
import type { Platform } from '../../../model/platform.ts';
import type { WorkflowFacts } from '../../../model/project.ts';
import { homeFinder } from './home-folder.ts';

/** All facts of an upload. */
export interface Upload {
  readonly workflows: readonly WorkflowFacts[];
  /** Every file that it has, read or not, with `/` between folders. */
  readonly paths: readonly string[];
  /** False for a file that was sent by itself. */
  readonly isWhole: boolean;
  /** Archives with workflows are in it, which are judged by themselves. */
  readonly hasArchives?: boolean;
  /** Known files that were not analysed are high findings. */
  readonly blockUnanalysed?: boolean;
}

const YAML_MANIFEST = /(?:^|(?<=\/))solutions\/[^/]{1,100}\/solution\.ya?ml$/i;

/** Returns the root that the manifest of a unit defines; undefined for a file that is no manifest. */
function rootOf({ platform, kind, file }: WorkflowFacts): string | undefined {
  if (kind === 'uipath-project' || kind === 'uipath-solution') return folderOf(file);
  if (platform === 'uipath' && kind === 'unreadable' && /(?:^|\/)project\.json$/i.test(file))
    return folderOf(file);
  // An unpacked solution has its manifest in a folder of its own.
  if (/(?:^|\/)solution\.xml$/i.test(file)) return folderOf(file).replace(/(?:^|(?<=\/))other\/$/i, '');
  // A solution in Git has its components beside the folder of all manifests.
  if (YAML_MANIFEST.test(file)) return file.replace(YAML_MANIFEST, '');
  return undefined;
}

/** Workflows that are deployed together. */
export interface Unit {
  readonly platform: Platform;
  readonly root: string;
  readonly isWhole: boolean;
  readonly workflows: WorkflowFacts[];
}

/** Returns whether everything that a unit without a manifest needs must be in it. */
function isLooseWhole(platform: Platform, workflows: readonly WorkflowFacts[]): boolean {
  if (platform === 'automation-anywhere')
    return workflows.some(({ kind }) => kind === 'automation-anywhere-export');
  return platform === 'blue-prism' && workflows.some(({ kind }) => kind === 'blue-prism-release');
}

/** Puts the workflows of a platform into units. */
export function unitsOf({ workflows }: Upload, platform: Platform): Unit[] {
  const own = workflows.filter((workflow) => workflow.platform === platform);
  const roots = new Set(own.flatMap((workflow) => rootOf(workflow) ?? []));
  const homeOf = homeFinder(roots);
  const byRoot = Map.groupBy(own, ({ file }) => homeOf(file));
  return [...byRoot].map(([root, members]) => ({
    platform,
    root: root ?? looseRoot(platform, members),
    isWhole: root !== undefined || isLooseWhole(platform, members),
    workflows: members,
  }));
}

/** Returns the root of a loose export. It may lie in a folder: its repository begins with `Automation Anywhere/`. */
function looseRoot(platform: Platform, workflows: readonly WorkflowFacts[]): string {
  if (platform !== 'automation-anywhere') return '';
  for (const { file } of workflows) {
    const at = file.search(/(?:^|(?<=\/))automation anywhere\//i);
    if (at !== -1) return file.slice(0, at);
  }
  return '';
}
