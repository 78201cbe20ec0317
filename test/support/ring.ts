/** The size of a run: what a test does many times, it does less often in the inner ring. */
import { RING } from '../../scripts/unit/rings.ts';

const IS_INNER = process.env[RING] === 'inner';

/** Reason to skip a test that only the full run and a run of chosen files do; false there. */
export const IN_FULL_RUN_ONLY: string | false = IS_INNER ? 'SKIPPED: in the full run only' : false;

/** Returns the first for `npm test`, the second for a full run and a run of chosen files. */
export const bySize = <Value>(inner: Value, full: Value): Value => (IS_INNER ? inner : full);

/** Returns the first items for `npm test`, or all for a full run and a run of chosen files. */
export const someOf = <Item>(items: readonly Item[], inner: number): readonly Item[] =>
  IS_INNER ? items.slice(0, inner) : items;
