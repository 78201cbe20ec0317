/** Names and repository paths of bots, read from the paths of their files. */

/** Endings that a bot's file gets outside the Control Room, where bots have none. */
const ENDING = /\.(?:json|txt|bot)$/i;
const REPOSITORY = 'automation anywhere';
/** The Git integration of the Control Room stores the bot `Load` as `bot_Load/content.json`. */
const GIT_FOLDER = /^bot_(?=.)/;
const GIT_FILE = 'content.json';

/** Name and address of a bot, derived from the path of its file. */
export interface BotPath {
  /** The name that the author gave it. */
  readonly name: string;
  /** The path in the repository by which other bots call it; undefined when the file's path does not show it. */
  readonly repositoryPath: string | undefined;
}

/**
 * Returns the path in an export of a bot from a Git folder: `Bots/bot_Load/content.json` is `Bots/Load`. Other paths
 * stay as they are.
 */
export function exportPathOf(path: string): string {
  const folders = path.split('/');
  const isGit = folders.pop()!.toLowerCase() === GIT_FILE && GIT_FOLDER.test(folders.at(-1) ?? '');
  if (!isGit) return path;
  folders.push(folders.pop()!.replace(GIT_FOLDER, ''));
  return folders.join('/');
}

/**
 * An object of another kind than a bot, stored in the same way. Public repositories have bots and plain files only; other
 * kinds are taken as present, so that nothing that is there is reported as missing.
 */
const STORED = /\/[a-z]+_([^/]+)\/content\.json$/i;

/** Returns the Control Room path of a stored file of any kind; undefined outside its folders. */
export function controlRoomPathOf(path: string): string | undefined {
  const at = `/${path}`.toLowerCase().indexOf(`/${REPOSITORY}/`);
  return at === -1 ? undefined : exportPathOf(path.slice(at)).replace(STORED, '/$1');
}

/** Reads the name and the repository path of a bot from the path of its file. */
export function botPathOf(path: string): BotPath {
  const exported = exportPathOf(path);
  const folders = exported.split('/');
  const name = exported === path ? folders.pop()!.replace(ENDING, '') : folders.pop()!;
  const root = folders.findIndex((folder) => folder.toLowerCase() === REPOSITORY);
  if (exported === path && root === -1) return { name, repositoryPath: undefined };
  return { name, repositoryPath: [...folders.slice(Math.max(root, 0)), name].join('/') };
}
