/** Turns the files of a place into items, with the names by which the other place is searched for them. */
import { createHash } from 'node:crypto';
import { type FileForm, formsOf } from '../../analysis/forms/form.ts';
import { exportPathOf } from '../../analysis/platforms/automation-anywhere/bot-path.ts';
import { recogniseDocument } from '../../analysis/platforms/blue-prism/recognise.ts';
import type { InputFile } from '../../analysis/platforms/input-file.ts';
import { text } from '../../analysis/platforms/json/document.ts';
import { isGenerated } from '../../analysis/platforms/kinds/generated-path.ts';
import { flowFileName } from '../../analysis/platforms/power-automate/file-name.ts';
import { isAddedByPacking } from '../../analysis/platforms/uipath/packed-files.ts';
import { isProject } from '../../analysis/platforms/uipath/project.ts';
import { AppError } from '../../errors.ts';
import { comparable } from '../../text/comparable-path.ts';
import { folderOf } from '../../text/folder-of.ts';
import type { DriftItem } from './drift.ts';
import type { ListedFile } from './list-files.ts';

/** A file that has been read once. */
interface ReadFile {
  readonly listed: ListedFile;
  readonly content: string | undefined;
  readonly problem: string | undefined;
  /** Forms of the processes and objects in it; none for any other file. */
  readonly parts: readonly FileForm[];
  /** Name of the project whose `project.json` the file is. */
  readonly project: string | undefined;
}

/** Reads each file once, and returns the items of the place in the order of their paths. */
export async function itemsOf(files: readonly ListedFile[]): Promise<readonly DriftItem[]> {
  const read: ReadFile[] = [];
  for (const listed of files) read.push(await readOnce(listed));
  const projects = new Map(
    read.flatMap(({ listed, project }) =>
      project === undefined ? [] : [[folderOf(listed.pathInside), project] as const],
    ),
  );
  const top = commonFolder(files);
  return read.flatMap(({ listed, content, problem, parts }) => {
    const { path, open } = listed;
    const whole = {
      path,
      part: '',
      keys: keysOf(listed.pathInside, projects, top),
      content,
      form: undefined,
      isGenerated: isGenerated(path) || isAddedByPacking(path),
      problem,
      open,
    };
    if (parts.length === 0) return [whole];
    return parts.map((form): DriftItem => {
      const key = `part:${form.part}`;
      const keys = parts.length === 1 ? [key, ...whole.keys] : [key];
      return { ...whole, part: form.part, keys, content: undefined, form };
    });
  });
}

async function readOnce(listed: ListedFile): Promise<ReadFile> {
  const nothing = { listed, content: undefined, problem: undefined, parts: [], project: undefined };
  if (listed.problem !== undefined) return { ...nothing, problem: listed.problem };
  try {
    const file = await listed.open();
    const content = createHash('sha256').update(file.bytes).digest('hex');
    return { ...nothing, content, parts: partsOf(file), project: projectOf(file) };
  } catch (error) {
    if (!(error instanceof AppError)) throw error;
    return { ...nothing, problem: error.message };
  }
}

/** Text at the beginning of every export of Blue Prism; a search for it avoids reading other documents. */
const BLUE_PRISM = ['bpversion=', 'blueprism.co.uk/product/'];
const START_BYTES = 64 * 1024;

function partsOf(file: InputFile): readonly FileForm[] {
  const start = file.bytes.subarray(0, START_BYTES);
  if (file.syntax !== 'xml' || !BLUE_PRISM.some((marker) => start.includes(marker))) return [];
  try {
    return recogniseDocument(file.xml()) === undefined ? [] : formsOf(file);
  } catch (error) {
    // Its bytes can be the same all the same; the comparison reports what is wrong with it.
    if (error instanceof AppError) return [];
    throw error;
  }
}

function projectOf(file: InputFile): string | undefined {
  if (file.name.toLowerCase() !== 'project.json' || file.syntax !== 'json') return undefined;
  try {
    const doc = file.json();
    return isProject(doc) ? text(doc, 0, 'name') : undefined;
  } catch (error) {
    if (error instanceof AppError) return undefined;
    throw error;
  }
}

/** Returns the folder that holds every file, with `/` at its end; `''` if there is none. */
function commonFolder(files: readonly ListedFile[]): string {
  const [first] = files;
  const folder = first === undefined ? '' : first.pathInside.slice(0, first.pathInside.indexOf('/') + 1);
  return files.every(({ pathInside }) => pathInside.startsWith(folder)) ? folder : '';
}

function keysOf(path: string, projects: ReadonlyMap<string, string>, top: string): readonly string[] {
  const name = path.slice(path.lastIndexOf('/') + 1);
  const { id } = flowFileName(name);
  const project = projectAround(path, projects);
  const bot = /(?:^|\/)bots\/(.*)$/is.exec(path)?.[1];
  return [
    ...(id === undefined ? [] : [`id:${id}${name.slice(name.lastIndexOf('.')).toLowerCase()}`]),
    ...(project === undefined ? [] : [project]),
    ...(bot === undefined ? [] : [`bot:${comparable(exportPathOf(bot))}`]),
    `path:${comparable(path)}`,
    `below:${comparable(path.slice(top.length))}`,
  ];
}

/** Returns the path of a file in the nearest project round it, behind the name of the project. */
function projectAround(path: string, projects: ReadonlyMap<string, string>): string | undefined {
  for (let folder = folderOf(path); ; folder = folderOf(folder.slice(0, -1))) {
    const project = projects.get(folder);
    if (project !== undefined)
      return `project:${project.toLowerCase()}/${comparable(path.slice(folder.length))}`;
    if (folder === '') return undefined;
  }
}
