/** Cells as people see them: short, and without secrets. */
import { stepName } from '../outline/step-name.ts';
import { secretness } from '../semantics/secretness/secretness.ts';
import type { CellChange } from './edits/edit.ts';

const HIDDEN = '•••';
/** Part of a longer value that is shown at most; names are cut shorter. */
const SEARCHED_MAX = 2_000;

const WORD = /[\p{L}\p{N}_]{2,200}/gu;
const QUOTED = /"[^"]{0,500}"|'[^']{0,500}'/g;
const ASSIGNED =
  /(?<![\p{L}\p{N}_])(?<name>[\p{L}\p{N}_]{2,100})(?<sign> {0,3}[=:] {0,3})[^\s"'=:;,&)\]}•]{1,500}/gu;
/** User and password in an address. */
const LOGIN = /:\/\/[^/\s@"']{1,200}@/g;

const speaksOfSecret = (name: string): boolean => secretness(name) !== 'no';

/**
 * Masks what may be a secret by the words around it: logins in addresses and, where a value names a secret, each text in
 * quotation marks and what that name gets.
 */
function maskNamed(value: string): string {
  const plain = value.slice(0, SEARCHED_MAX).replace(LOGIN, `://${HIDDEN}@`);
  if (plain.match(WORD)?.some(speaksOfSecret) !== true) return plain;
  return plain
    .replace(QUOTED, (quoted) => `${quoted[0]}${HIDDEN}${quoted[0]}`)
    .replace(ASSIGNED, (all, name: string, sign: string) =>
      speaksOfSecret(name) ? `${name}${sign}${HIDDEN}` : all,
    );
}

/** Returns a change with names and values that may be shown. */
export function shownCell({ name, before, after }: CellChange): CellChange {
  // What an attribute with the name of a secret holds may be one; a switch or a name that goes is none.
  const isSecret = speaksOfSecret(name);
  const shown = (value: string | null): string | null => {
    if (value === null) return null;
    return isSecret && !/^(?:true|false|yes|no)$/i.test(value) ? HIDDEN : stepName(maskNamed(value));
  };
  return { name: stepName(name), before: shown(before), after: shown(after) };
}
