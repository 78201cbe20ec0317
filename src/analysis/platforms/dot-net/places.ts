/** Places of the tokens of Visual Basic and C#. */
import type { Token } from '../../model/workflow.ts';

/**
 * Place of a token in its text. The signs that stand for an interpolated text have a form: its marks `open` and `end`,
 * a fixed `piece`, the `join` of two parts, and the braces of a `hole`.
 */
export interface TokenPlace {
  readonly start: number;
  readonly end: number;
  readonly form: Form;
}
/** Part that a token has in an interpolated text; `plain` for all others. */
export type Form = 'plain' | 'open' | 'piece' | 'join' | 'hole' | 'hole-end' | 'end';

/** Tokens with their places. An interpolated text has two more than without: its marks. */
export interface PlacedTokens {
  readonly tokens: Token[];
  readonly places: TokenPlace[];
}
