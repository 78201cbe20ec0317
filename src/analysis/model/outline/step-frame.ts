/** Step with a finding among its neighbours, as its designer shows it. */

/** One step of a frame. Names have no secrets, and may be empty. */
export interface FramedStep {
  /** Containers of the frame around it. */
  readonly depth: number;
  readonly name: string;
  /** The designer's word for its type; '' where the name says it. */
  readonly type: string;
  readonly role: string;
  /** Part of the container, in the vendor's words. */
  readonly slot: string;
  /** The container has no other part. */
  readonly isOnlyPart: boolean;
}

/** Setting that a finding is about. */
export interface FramedSetting {
  /** The designer's label of it. */
  readonly label: string;
  /** Switches, numbers and names; `…` in place of every text. Null: it is not set. */
  readonly value: string | null;
}

/** Containers around a step, the step before it, itself, and the one after it. */
export interface StepFrame {
  /** Outer containers are left out. */
  readonly isCut: boolean;
  /** In the order of the designer. */
  readonly steps: readonly FramedStep[];
  /** Position of the step with the finding; -1: it is about the workflow, whose setting stands alone. */
  readonly place: number;
  readonly setting: FramedSetting | null;
  /** The line that the vendor's editor shows, where it shows one. */
  readonly editorLine?: number;
}
