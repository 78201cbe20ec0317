/** Small workflows in no language: what the table of mechanics is written in. */

/** Name of a variable that holds text. */
export type Name = 'a' | 'b' | 'c';

/**
 * A step. `take` gets the secret, `show` is the sink, `other` gets a fixed text. What `derive` makes of a text is none of
 * it: its length, a number, the result of a comparison.
 */
export type Step =
  | { readonly do: 'take' | 'show' | 'other'; readonly name: Name }
  | { readonly do: 'copy' | 'join'; readonly from: Name; readonly to: Name }
  | { readonly do: 'length' | 'number' | 'compare'; readonly from: Name; readonly to: Name }
  | { readonly do: 'choose'; readonly by: Name; readonly ways: readonly (readonly Step[])[] }
  | { readonly do: 'switch'; readonly by: Name; readonly ways: readonly (readonly Step[])[] }
  | { readonly do: 'loop' | 'off'; readonly steps: readonly Step[] }
  | { readonly do: 'try'; readonly steps: readonly Step[]; readonly handler: readonly Step[] };

export const take = (name: Name): Step => ({ do: 'take', name });
export const show = (name: Name): Step => ({ do: 'show', name });
export const other = (name: Name): Step => ({ do: 'other', name });
export const copy = (to: Name, from: Name): Step => ({ do: 'copy', from, to });
export const join = (to: Name, from: Name): Step => ({ do: 'join', from, to });
/** Puts what the value says, and nothing of it, into a variable. */
export const derive = (what: 'length' | 'number' | 'compare', to: Name, from: Name): Step => ({
  do: what,
  from,
  to,
});
export const choose = (by: Name, then: readonly Step[], otherwise: readonly Step[] = []): Step => ({
  do: 'choose',
  by,
  ways: [then, otherwise],
});
export const switchBy = (by: Name, ...ways: readonly (readonly Step[])[]): Step => ({
  do: 'switch',
  by,
  ways,
});
export const loop = (...steps: readonly Step[]): Step => ({ do: 'loop', steps });
export const off = (...steps: readonly Step[]): Step => ({ do: 'off', steps });
export const attempt = (steps: readonly Step[], handler: readonly Step[]): Step => ({
  do: 'try',
  steps,
  handler,
});
