/** Sends dropped files: one of a kind that only one platform has by itself, all others as a project. */
import type { Platform } from '../../../src/analysis/model/platform.ts';
import { submitFile, submitProject } from '../../api/calls/projects.ts';
import { href } from '../../routing/paths.ts';
import type { PathFile } from './dropped-files.ts';
import { zipFiles } from './zip-files.ts';

/** Largest file that is sent by itself; larger ones go into an archive. */
const FILE_BYTES_MAX = 25 * 1024 * 1024;

/** Value of `source` of these runs. */
const SOURCE = 'app';

/** Platforms of file names that belong to one platform alone. */
const PLATFORMS = {
  xaml: 'uipath',
  bprelease: 'blue-prism',
  bpprocess: 'blue-prism',
  bpobject: 'blue-prism',
} as const satisfies Readonly<Record<string, Platform>>;

/** Archives, which are sent as they are. */
const ARCHIVES = /\.(?:zip|nupkg)$/i;

/** Fields that a person may fill. */
export interface CheckFields {
  readonly environment: string;
  readonly repository: string;
}

/** Step of a submission. */
export type CheckStep = { readonly name: 'packing'; readonly count: number } | { readonly name: 'sending' };

/** Submission of files. */
export interface Submission {
  readonly files: readonly PathFile[];
  readonly fields: CheckFields;
  readonly signal: AbortSignal;
  readonly onStep: (step: CheckStep) => void;
}

/** Sends the files. Returns the address of the result. @throws ApiError */
export async function submitFiles({ files, fields, signal, onStep }: Submission): Promise<string> {
  const [only] = files;
  if (files.length === 1 && only !== undefined) {
    const platform = platformOf(only.path);
    const isFile = platform !== undefined && only.file.size <= FILE_BYTES_MAX;
    if (isFile || ARCHIVES.test(only.path)) {
      onStep({ name: 'sending' });
      if (!isFile) return sendProject(formOf(fields, only.file, only.path), signal);
      const body = formOf({ ...fields, platform }, only.file, only.path);
      const { validationId } = await submitFile.send({ body }, signal);
      return href('/validations/:id', { id: validationId });
    }
  }
  const archive = await zipFiles(files, (count) => onStep({ name: 'packing', count }), signal);
  onStep({ name: 'sending' });
  return sendProject(formOf(fields, archive, `${nameOf(files)}.zip`), signal);
}

async function sendProject(body: FormData, signal: AbortSignal): Promise<string> {
  const { projectValidationId } = await submitProject.send({ body }, signal);
  return href('/projects/:id', { id: projectValidationId });
}

function platformOf(path: string): Platform | undefined {
  const extension = path.slice(path.lastIndexOf('.') + 1).toLowerCase();
  return Object.entries(PLATFORMS).find(([name]) => name === extension)?.[1];
}

/** Returns the name of the folder that all files are in, or that of the only file. */
function nameOf(files: readonly PathFile[]): string {
  const tops = new Set(files.map(({ path }) => path.split('/')[0]!));
  const [top] = tops;
  return tops.size === 1 && top !== undefined ? top : 'files';
}

/** Builds the form; the file comes last, as the service reads the fields before it. */
function formOf(
  { environment, repository, platform }: CheckFields & { readonly platform?: Platform },
  file: Blob,
  name: string,
): FormData {
  const form = new FormData();
  const fields = {
    platform,
    environment,
    source: SOURCE,
    metadata: repository === '' ? '' : JSON.stringify({ pipeline: { repository } }),
  };
  for (const [field, value] of Object.entries(fields)) if (value) form.set(field, value);
  form.set('file', file, name);
  return form;
}
