/** Measures of thresholds: what an option is compared with. */
import type { Metrics } from './metrics.ts';

/** A value that an option with a threshold is compared with. */
export interface Measure {
  readonly option: string;
  /**
   * Value of the option from which on the problem is no longer reported: with this one and every milder one. With every
   * stricter one it is.
   */
  readonly value: number;
}

/** Relation of an option to a metric. A rule finds nothing as long as the metric is not above the option. */
export interface OptionMetric {
  readonly name: keyof Metrics;
  /** Present if a workflow has one problem exactly as soon as the metric is above the option. */
  readonly isExact?: true;
}
