/** The author's own arrangement of a chart, as the designer saves it. Read for pictures alone. */

/** A rectangle by its upper left corner, in the designer's own units. */
export interface Area {
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly height: number;
}

/** Part of an activity by which its place is found. */
export interface DrawnStep {
  readonly index: number;
  readonly at: number;
  readonly type: string;
}

/** Part of a transition by which its corners are found. */
export interface DrawnEdge {
  readonly from: number;
  readonly owner: number;
  readonly name: string;
}

export interface Drawing {
  /** Returns the place of an activity; undefined where the file has none. */
  areaOf(step: DrawnStep): Area | undefined;
  /** Returns the corners of an edge, x and y in turn; undefined where the file has none. */
  bendsOf(edge: DrawnEdge): readonly number[] | undefined;
  /** Indexes of the activities that charts begin with. */
  readonly starts: ReadonlySet<number>;
}
