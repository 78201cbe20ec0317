/** Changes of steps between two versions of a workflow. */

/** Change of a step; a changed step may have moved too. */
export const STEP_CHANGES = ['added', 'removed', 'changed', 'moved'] as const;

export type StepChange = (typeof STEP_CHANGES)[number];
