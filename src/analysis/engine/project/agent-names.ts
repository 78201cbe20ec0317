/** Names of the parts of an agent in a workspace, where a part is known by its file, and called by the name of the agent. */
import type { WorkflowFacts } from '../../model/project.ts';

/** A part in the folder of its kind: `Orders/topics/Status.topic.mcs.yml`. */
const PART = /^((?:.*\/)?)(?:topics|actions|agents|knowledge|variables|entities)\/(.*)\.mcs\.ya?ml$/i;

/** Returns the folder of an agent, and the own name of a part in it; undefined for other files. */
function partOf(file: string): { readonly folder: string; readonly name: string } | undefined {
  const [, folder, name] = PART.exec(file) ?? [];
  return folder === undefined || name === undefined ? undefined : { folder, name };
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
