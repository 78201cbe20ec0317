/** Places that read or write cells, as compressed rows. */

/** Grades of writes, by what they leave of the value before. */
export const WRITE = {
  /** Nothing: the cell has a new value. */
  strong: 0,
  /** Some of it: a field, an item or an end is new. */
  weak: 1,
  /** It is not known whether the step writes the cell at all. */
  possible: 2,
} as const;

/** Stands for the step itself where no setting names the cell, as for the item of a loop. */
export const BY_STEP = -1;

/** Uses of all cells: those of cell `c` stand from `starts[c]` to `starts[c + 1]`, in the order of the document. */
export interface Uses {
  readonly starts: Int32Array;
  /** Indexes of activities; -1 for the default of a symbol that lives in the whole workflow. */
  readonly activities: Int32Array;
  /** Indexes of their properties, or `BY_STEP`. */
  readonly properties: Int32Array;
  /** One of `WRITE`; 0 for reads. */
  readonly grades: Uint8Array;
}

/** Uses in the order in which they are found. */
export class UsesList {
  private readonly cells: number[] = [];
  private readonly activities: number[] = [];
  private readonly properties: number[] = [];
  private readonly grades: number[] = [];

  add(cell: number, activity: number, property: number, grade: number): void {
    this.cells.push(cell);
    this.activities.push(activity);
    this.properties.push(property);
    this.grades.push(grade);
  }

  /** Sorts the uses by cell, in time that grows with their number. */
  compressed(cellCount: number): Uses {
    const { cells } = this;
    const starts = new Int32Array(cellCount + 1);
    for (const cell of cells) starts[cell + 1]! += 1;
    for (let cell = 0; cell < cellCount; cell += 1) starts[cell + 1]! += starts[cell]!;
    const next = starts.slice(0, cellCount);
    const activities = new Int32Array(cells.length);
    const properties = new Int32Array(cells.length);
    const grades = new Uint8Array(cells.length);
    for (let use = 0; use < cells.length; use += 1) {
      const cell = cells[use]!;
      const place = next[cell]!;
      next[cell] = place + 1;
      activities[place] = this.activities[use]!;
      properties[place] = this.properties[use]!;
      grades[place] = this.grades[use]!;
    }
    return { starts, activities, properties, grades };
  }
}

/** One use of a cell. */
export interface Use {
  readonly activity: number;
  readonly property: number;
  readonly grade: number;
}

/** Yields the uses of a cell. */
export function* usesOfCell({ starts, activities, properties, grades }: Uses, cell: number): Generator<Use> {
  for (let at = starts[cell]!; at < starts[cell + 1]!; at += 1)
    yield { activity: activities[at]!, property: properties[at]!, grade: grades[at]! };
}

/** Returns the number of uses of a cell. */
export const useCount = ({ starts }: Uses, cell: number): number => starts[cell + 1]! - starts[cell]!;
