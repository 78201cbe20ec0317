/** Places of pieces in joined texts. */
import type { Expr } from '../../model/expr.ts';
import { COMPUTED } from '../joined.ts';

/** A joined text, with the offsets between which one piece stands. */
export interface JoinedPlace {
  readonly text: string;
  readonly start: number;
  readonly end: number;
}

/** Characters of the longest text that pieces are placed in; a piece of a piece beyond it counts as that piece. */
const TEXT_MAX = 20_000;

/** Returns the fixed text of a piece, `COMPUTED` for any other. */
export const fixedPiece = (node: Expr): string => (node.kind === 'literal' ? node.value : COMPUTED);

/** Returns the place of a text in the text around it. */
export function placed(outer: JoinedPlace | undefined, text: string): JoinedPlace {
  if (outer === undefined) return { text, start: 0, end: text.length };
  if (outer.text.length + text.length > TEXT_MAX) return outer;
  return {
    text: outer.text.slice(0, outer.start) + text + outer.text.slice(outer.end),
    start: outer.start,
    end: outer.start + text.length,
  };
}

/** Returns the place of each piece that a separator joins, in the text around them. */
export function placesOf(
  texts: readonly string[],
  separator: string,
  outer: JoinedPlace | undefined,
): readonly JoinedPlace[] {
  const own = texts.join(separator);
  const whole = placed(outer, own);
  if (whole === outer) return texts.map(() => outer);
  let { start } = whole;
  return texts.map((text) => {
    const place = { text: whole.text, start, end: start + text.length };
    start = place.end + separator.length;
    return place;
  });
}
