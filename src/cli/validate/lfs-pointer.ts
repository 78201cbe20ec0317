/** Pointers of Git LFS: what a checkout without LFS has in the place of a file. Source: the specification of Git LFS. */
import { extname } from 'node:path';

const START = Buffer.from('version https://git-lfs.github.com/spec/');

/** Extensions of workflows and archives; files of Automation Anywhere have none. */
const WORKFLOWS = /^(?:|\.(?:xaml|json|xml|zip|nupkg|bp\w+|bot|robin|txt))$/i;

/** Returns whether a file is a pointer in the place of a possible workflow, by its name and first bytes. */
export function isLfsPointer(path: string, start: Buffer): boolean {
  return start.subarray(0, START.length).equals(START) && WORKFLOWS.test(extname(path));
}

/** Error for a pointer: an unread workflow must not look like none. */
export const LFS_POINTER = {
  code: 'unparsable_file',
  message:
    'The file is a pointer of Git LFS; its content is missing. Fetch it with "git lfs pull"; in GitHub Actions, check out with "lfs: true".',
} as const;
