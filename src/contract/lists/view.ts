/** Closed list of the screens that have saved views. */

/** Screens, by the first step of their path. */
export const VIEW_SCREENS = ['feed', 'workflows', 'findings', 'exceptions'] as const;
export type ViewScreen = (typeof VIEW_SCREENS)[number];
