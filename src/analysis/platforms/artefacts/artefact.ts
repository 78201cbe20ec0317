/** A file that belongs to an automation and is not analysed. */
import type { ArtefactKind } from './artefact-kinds.ts';

export interface Artefact {
  /** Path in the upload, with `/` between folders. */
  readonly path: string;
  readonly kind: ArtefactKind;
}
