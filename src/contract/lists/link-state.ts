/** States of a link between an artefact, or all below a prefix of paths, and a folder of a repository. */
export const LINK_STATES = ['proposed', 'confirmed', 'refused'] as const;
export type LinkState = (typeof LINK_STATES)[number];

/** States that a person decides on. */
export const LINK_DECISIONS = ['confirmed', 'refused'] as const satisfies readonly LinkState[];
