/** The state of a file in a tenant, decided from what is known of its form. */
import type { ArtefactState } from '../../contract/lists/artefact-state.ts';

/** A run of a repository's file that has the form of the tenant's file. */
export interface KnownForm {
  /** On a default branch; where approval needs proof, by a run that proved it. */
  readonly isApproved: boolean;
  /** On a default branch by the word of the caller alone, which does not suffice. */
  readonly lacksProof: boolean;
  /** No later approved run of the workflow has another form. */
  readonly isNewest: boolean;
  readonly wouldBlock: boolean;
}

/** Facts about the form of a file in a tenant. */
export interface FormFacts {
  /** It has a form. */
  readonly hasForm: boolean;
  /** Its artefact is linked to a folder of a repository. */
  readonly isLinked: boolean;
  /** Forms of its repository are of another version than its own. */
  readonly isOtherVersion: boolean;
  /** The best run that knows its form; of a linked artefact, those of its link alone count. Null: its form is unknown. */
  readonly known: KnownForm | null;
}

/**
 * Decides the state. An earlier run that would block is `blocked`, not `older`, which may stay as it is.
 */
export function fileState({ hasForm, isLinked, isOtherVersion, known }: FormFacts): ArtefactState {
  if (!hasForm) return 'not_comparable';
  if (known === null) {
    if (!isLinked) return 'tenant_only';
    return isOtherVersion ? 'not_comparable' : 'changed';
  }
  if (!known.isApproved) return 'unmerged';
  if (known.wouldBlock) return 'blocked';
  return known.isNewest ? 'same' : 'older';
}
