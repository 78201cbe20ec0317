/** The procedures of a text of VBA, by its lines. */
import { type Arity, parameterParts } from './parameters.ts';

/** A procedure with the numbers of arguments that it takes. */
export interface Procedure extends Arity {
  readonly name: string;
}

/** `Public Sub Name(`, also `Function` and without brackets. */
const PROCEDURE = /^(?:(?:public|private|friend|static) )*(?:sub|function) ([\p{L}_][\p{L}\p{N}_]*)/iu;

function arityOf(list: string): Arity {
  let [min, max] = [0, 0];
  for (const part of parameterParts(list)) {
    if (/^paramarray\b/i.test(part)) return { min, max: Number.POSITIVE_INFINITY };
    max += 1;
    if (!/^optional\b/i.test(part)) min = max;
  }
  return { min, max };
}

/** Returns the procedures of a module. */
export function vbaProcedures(text: string): readonly Procedure[] {
  const lines = text.replaceAll('\r', '').replaceAll(' _\n', ' ').split('\n');
  return lines.flatMap((line) => {
    const code = line.trim().replace(/[ \t]+/g, ' ');
    const [whole, name] = PROCEDURE.exec(code) ?? [];
    if (whole === undefined) return [];
    const rest = code.slice(whole.length).trimStart();
    return [{ name: name!, ...arityOf(rest.startsWith('(') ? rest.slice(1) : '') }];
  });
}
