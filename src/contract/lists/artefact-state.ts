/** States of files and artefacts in platform tenants, against what repositories have approved. */

/** States of a file in a tenant, the worst first. */
export const ARTEFACT_STATES = [
  'changed',
  'blocked',
  'unmerged',
  'not_comparable',
  'tenant_only',
  'repository_only',
  'older',
  'same',
] as const;
export type ArtefactState = (typeof ARTEFACT_STATES)[number];

/** States in which a tenant and what was approved differ. */
export const DRIFTED_STATES: ReadonlySet<ArtefactState> = new Set([
  'changed',
  'blocked',
  'unmerged',
  'tenant_only',
  'repository_only',
]);

/** Returns the worst of some states; `same` of none. */
export function worstState(states: Iterable<ArtefactState>): ArtefactState {
  let worst: ArtefactState = 'same';
  for (const state of states)
    if (ARTEFACT_STATES.indexOf(state) < ARTEFACT_STATES.indexOf(worst)) worst = state;
  return worst;
}
