/** The part of a computed address that decides the host. */
import type { Expr } from '../../model/expr.ts';
import type { ExprValue } from '../../semantics/value.ts';

/** Address whose host has ended, or a path, which stays on the host of the connection. */
const HOST_ENDS = /^(?:[a-z][\w+.-]*:\/\/[^/?#]+[/?#]|[^:]*[/?#])/i;

/**
 * Returns whether data decides the host of an address.
 * @param isData whether a part that the file does not show depends on data of the run. An independent part at the
 * beginning counts as the whole base address.
 */
export function isHostFromData(address: ExprValue, isData: (from: Expr) => boolean): boolean {
  if (address.kind === 'list') return false;
  if (address.kind === 'choice') return address.values.some((value) => isHostFromData(value, isData));
  let text = '';
  for (const part of address.kind === 'joined' ? address.parts : [address]) {
    // A call ignores white space in front of an address.
    if (part.kind === 'constant') text = (text + part.text).trimStart();
    else if (isData(part.from)) return true;
    else if (text === '') return false;
    else text += 'x';
    if (HOST_ENDS.test(text)) return false;
  }
  return false;
}
