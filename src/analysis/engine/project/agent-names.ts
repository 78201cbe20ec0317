/** Names of the parts of an agent in a workspace. A part is known by its file, and called by the name of its agent. */
import type { WorkflowFacts } from '../../model/project.ts';

/** Folders of the parts of an agent: `Orders/topics/Status.topic.mcs.yml`. */
const FOLDERS: ReadonlySet<string> = new Set([
  'topics',
  'actions',
  'agents',
  'knowledge',
  'variables',
  'entities',
]);
const ENDING = /\.mcs\.ya?ml$/i;

/** Returns the folder of an agent, and the own name of a part in it; undefined for other files. */
function partOf(file: string): { readonly folder: string; readonly name: string } | undefined {
  if (!ENDING.test(file)) return undefined;
  const folders = file.split('/');
  const name = folders.pop()!.replace(ENDING, '');
  return FOLDERS.has(folders.pop()?.toLowerCase() ?? '') ? { folder: folders.join('/'), name } : undefined;
}

const ownName = (name: string): string =>
  name.replace(/^[^.]*\.(?:topic|action|agent)\.|\.(?:topic|action|agent)$/gi, '');
const keyOf = (folder: string, name: string): string => `${folder}:${ownName(name)}`.toLowerCase();

/** Returns the names by which other parts of its agent call a part. */
export function agentNamesOf({ kind, file }: WorkflowFacts): readonly string[] {
  const part = kind === 'copilot-studio-part' ? partOf(file) : undefined;
  return part === undefined ? [] : [keyOf(part.folder, part.name)];
}

/** Returns the name of the part that a part of the same agent calls; undefined for calls from elsewhere. */
export function agentTargetOf({ kind, file }: WorkflowFacts, target: string): string | undefined {
  const part = kind === 'copilot-studio-part' ? partOf(file) : undefined;
  return part === undefined ? undefined : keyOf(part.folder, target);
}
