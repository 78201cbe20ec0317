/** Titles of texts in messages. */
import type { Text } from '../../model/text.ts';
import type { Workflow } from '../../model/workflow.ts';
import { knownSecretsIn } from '../secrets/secret-formats.ts';

/**
 * Returns the start of a sentence: `The default of "token"`, `"Message" of "Log"`, or `This text` where nothing has a
 * name. An activity whose name itself holds a secret is left out.
 */
export function textTitle({ platform, activities }: Workflow, { kind, name, owner }: Text): string {
  const activity = activities[owner]?.name ?? '';
  const [secret] = knownSecretsIn(activity);
  const holder = secret === undefined ? activity : '';
  if (kind === 'default' && name !== '')
    return `The ${platform === 'blue-prism' ? 'initial value' : 'default'} of "${name}"`;
  if (name === '') return holder === '' ? 'This text' : `A text of "${holder}"`;
  return holder === '' || holder === name ? `"${name}"` : `"${name}" of "${holder}"`;
}
