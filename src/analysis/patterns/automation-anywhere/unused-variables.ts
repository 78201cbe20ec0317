/** Variables that nothing in a bot uses. */
import type { Variable, Workflow } from '../../model/workflow.ts';

/** Variables that the editor puts into new bots, by version. */
const BUILT_IN = new Set(['prompt-assignment', 'samplestring', 'samplenumber']);
/** Names that an expression can mention. A file can hold other names, whose use cannot be judged. */
const MENTIONABLE = /^[\p{L}_@][\p{L}\p{N}\p{M}_-]{0,199}$/u;

/** Returns the variables that no expression of the bot mentions. */
export function unusedVariables(workflow: Workflow): Variable[] {
  const own = workflow.variables.filter(({ key, name }) => !BUILT_IN.has(key) && MENTIONABLE.test(name));
  const used = new Set(workflow.mentions.keys);
  return own.filter(({ key }) => !used.has(key));
}
