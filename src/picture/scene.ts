/** Scene of a picture: boxes, lines and pins as plain data, in pixels from the upper left corner. */
import type { ShownPin } from '../analysis/model/outline/shown-outline.ts';
import type { Severity } from '../analysis/model/rule.ts';

/**
 * Form of a box. `closed` is a container whose steps are not shown, `area` a frame around steps of a chart, `dot` a
 * place where lines meet.
 */
export type BoxForm = 'step' | 'container' | 'closed' | 'area' | 'dot';

export interface Box {
  /** Position of the step in the outline. */
  readonly node: number;
  readonly form: BoxForm;
  x: number;
  y: number;
  w: number;
  h: number;
  /** Containers around it. */
  readonly depth: number;
}

/** Name of a part of a container, such as `Then`, or of an edge. */
export interface Label {
  x: number;
  y: number;
  readonly text: string;
  /** Place of `x` in the text. */
  readonly anchor: 'start' | 'middle';
}

/** Meaning of a line: the usual way, the way after an error, or the border between parts of a container. */
export type LineKind = 'flow' | 'error' | 'border';

export interface Line {
  readonly kind: LineKind;
  /** Corners, x and y in turn. */
  points: number[];
  readonly hasArrow: boolean;
}

/** A mark at the corner of a box. */
export interface PinMark {
  readonly x: number;
  readonly y: number;
  readonly pin: ShownPin;
}

/** Rest of the pins of a box, where there is no room for all. */
export interface PinRest {
  readonly x: number;
  readonly y: number;
  readonly count: number;
}

export interface Scene {
  readonly width: number;
  readonly height: number;
  /** Containers before what is in them. */
  readonly boxes: readonly Box[];
  readonly lines: readonly Line[];
  readonly labels: readonly Label[];
  readonly pins: readonly PinMark[];
  readonly rests: readonly PinRest[];
}

/** Findings of a step and of everything in it. */
export interface StepFindings {
  readonly own: readonly ShownPin[];
  /** Worst severity of it and everything in it that is not waived; undefined: none. */
  readonly worst: Severity | undefined;
  /** Number of findings in it and everything in it. */
  readonly count: number;
}
