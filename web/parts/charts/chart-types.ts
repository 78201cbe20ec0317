/** Data of charts. */

/** Colours of series: each names a class of `charts.css`. */
export type SeriesColour = 'critical' | 'high' | 'medium' | 'low' | 'good' | 'accent' | 'plain';

/** Values of one series, in the order of the labels; null where there is none. */
export interface Series {
  readonly name: string;
  readonly colour: SeriesColour;
  readonly values: readonly (number | null)[];
}

/** Content of a chart. */
export interface ChartProps {
  readonly title: string;
  readonly kind: 'lines' | 'bars';
  /** Labels of the horizontal axis, such as days. */
  readonly labels: readonly string[];
  readonly series: readonly Series[];
  /** Largest value of the axis, where it is fixed, as that of a score. */
  readonly max?: number;
  /** Name of the labels in the table, such as "Day". */
  readonly labelName: string;
}
