/** Environments of a policy pack that arguments name. */
import { StartError } from '../../infra/process/start-error.ts';
import type { BuiltPack } from '../../policy/built/built-pack.ts';
import { didYouMean } from '../../text/nearest-name.ts';

/** Requires an environment that the pack lists: a misspelt one would pass too much. @throws StartError (exit 2) */
export function requireEnvironment({ environments }: BuiltPack, name: string | undefined): void {
  const known = Object.keys(environments);
  if (name === undefined || known.includes(name)) return;
  const hint = didYouMean(name, known) || ` It has ${known.join(', ') || 'none'}.`;
  throw new StartError(`The pack has no environment "${name}".${hint}`, 2);
}
