/** Stages that act on the screen of an application. */
export const ACTS_ON_SCREEN: ReadonlySet<string> = new Set(['Navigate', 'Read', 'Write']);
