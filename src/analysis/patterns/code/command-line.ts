/** Command lines that an activity has in two settings: a program and its arguments. */
import { literalOf } from '../../model/navigate.ts';
import type { Activity } from '../../model/workflow.ts';

/** Names of settings with a program, as the platforms call them. */
export const PROGRAM =
  /(?:^|[./])(?:file ?name|file ?path|program(?: ?path)?|application(?: ?(?:path|name))?|executable|process(?: ?name)?|command)$/i;
/** Names of settings with the arguments of a program. */
export const ARGUMENTS =
  /(?:^|[./])(?:arguments?|parameters?|(?:command ?line)(?: ?arguments?)?|params|args)$/i;

/** Finds the program that an activity starts with separate arguments; undefined if there is none. */
export function programOf({ properties }: Activity): string | undefined {
  for (const property of properties) {
    const program = PROGRAM.test(property.name) ? literalOf(property)?.trim() : undefined;
    if (program !== undefined && program !== '') return program;
  }
  return undefined;
}
