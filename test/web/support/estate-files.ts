/** Files that a test estate is made of: those of a folder with real ones, or the samples. */
import { readdirSync, readFileSync, statSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';

/** Workflow file as a pipeline would send it. */
export interface EstateFile {
  readonly platform: string;
  /** Name in the request; it may have folders. */
  readonly name: string;
  readonly content: Uint8Array<ArrayBuffer>;
  /** Repository that it is from. */
  readonly repository: string;
}

const SAMPLES = [
  ['uipath', 'samples/uipath/Main.xaml'],
  ['power_automate', 'samples/power-automate/ApproveInvoice.json'],
  ['automation_anywhere', 'samples/automation-anywhere/Send Reminders.json'],
  ['blue_prism', 'samples/blue-prism/Load Customers.bpprocess'],
] as const;

/** Platform → folder of its real files, and names of those that are workflows. */
const REAL = [
  ['uipath', 'uipath', /\.xaml$/],
  ['power_automate', 'power-automate', /(?:^|\/)definition\.json$/],
  ['automation_anywhere', 'automation-anywhere', /\/content\.json$/],
  ['blue_prism', 'blue-prism', /\.bp(?:process|object|release)$/],
] as const;

/** Real files of each platform that are sent at most. */
const FILES_MAX = 16;
const FILE_BYTES_MAX = 400_000;

/** Returns the samples, or from `folder`, which has a folder a platform and in it one a repository, some of each platform. */
export function estateFiles(folder: string | undefined): readonly EstateFile[] {
  if (folder === undefined)
    return SAMPLES.map(([platform, path]) => ({
      platform,
      name: basename(path),
      content: bytesOf(path),
      repository: 'corp/robots',
    }));
  return REAL.flatMap(([platform, name, pattern]) => {
    const paths = workflowsIn(join(folder, name), pattern);
    const step = Math.max(1, Math.floor(paths.length / FILES_MAX));
    return paths
      .filter((_path, index) => index % step === 0)
      .slice(0, FILES_MAX)
      .map((path) => ({
        platform,
        name: path.split('/').slice(-3).join('/'),
        content: bytesOf(join(folder, name, path)),
        repository: path.split('/')[0]!.replace('+', '/'),
      }));
  });
}

/** Returns the files of the UiPath projects of a folder, each with its paths in the project. */
export function estateProjects(folder: string): readonly (readonly (readonly [string, Uint8Array])[])[] {
  const root = join(folder, 'uipath');
  return filesIn(root)
    .filter((path) => basename(path) === 'project.json')
    .map((path) => dirname(join(root, path)))
    .map((project) => filesIn(project).map((path) => [path, bytesOf(join(project, path))] as const))
    .filter((files) => files.length > 8 && files.length < 80)
    .slice(0, 4);
}

function workflowsIn(folder: string, pattern: RegExp): readonly string[] {
  return filesIn(folder).filter(
    (path) => pattern.test(path) && statSync(join(folder, path)).size <= FILE_BYTES_MAX,
  );
}

function filesIn(folder: string): readonly string[] {
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map(({ parentPath, name }) => join(parentPath, name).slice(folder.length + 1))
    .toSorted();
}

function bytesOf(path: string): Uint8Array<ArrayBuffer> {
  return new Uint8Array(readFileSync(path));
}
