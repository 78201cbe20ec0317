/** Kinds of A360 bot commands: a check names the kind instead of every command. */

import { derived } from '../../model/interning/derived.ts';
import type { Activity, Role, Workflow } from '../../model/workflow.ts';

/** Commands, or triggers, of one type. */
export interface CommandKind {
  readonly type: string;
  readonly role: Role;
  readonly commands: readonly Activity[];
}

const commandKinds = derived((workflow: Workflow): readonly CommandKind[] => {
  const kinds: { readonly type: string; readonly role: Role; readonly commands: Activity[] }[] = [];
  const ofCommands = new Map<string, Activity[]>();
  const ofTriggers = new Map<string, Activity[]>();
  for (const activity of workflow.activities) {
    const { type, role } = activity;
    const byType = role === 'trigger' ? ofTriggers : ofCommands;
    const known = byType.get(type);
    if (known !== undefined) known.push(activity);
    else {
      const commands = [activity];
      byType.set(type, commands);
      kinds.push({ type, role, commands });
    }
  }
  return kinds;
});

const NONE: readonly Activity[] = [];

/** Returns the live and disabled commands and triggers of the given kinds, in the order of the bot. */
export function commandsOf(
  workflow: Workflow,
  isWanted: (kind: CommandKind) => boolean,
): readonly Activity[] {
  const wanted = commandKinds(workflow).filter(isWanted);
  if (wanted.length < 2) return wanted[0]?.commands ?? NONE;
  return wanted.flatMap(({ commands }) => commands).sort((a, b) => a.index - b.index);
}
