/** Metrics of a file: sums and maxima over its workflows. */

/** Metrics of a file. Counts are of parts that can run. */
export interface Metrics {
  readonly workflows: number;
  readonly activities: number;
  /** Activities of the largest workflow, as limits of its size count them: no comments, no parts of activities. */
  readonly sizeMax: number;
  readonly disabledActivities: number;
  /** Containers around the innermost activity. */
  readonly depthMax: number;
  /** Activities directly inside one container. */
  readonly childrenMax: number;
  readonly variables: number;
  readonly arguments: number;
  readonly argumentsMax: number;
  readonly expressions: number;
  readonly calls: number;
  readonly connections: number;
  readonly packages: number;
  readonly branches: number;
  readonly loops: number;
  readonly handlers: number;
  readonly scripts: number;
  readonly comments: number;
  readonly annotations: number;
  readonly unread: number;
  /** Sum of decisions and one for each workflow (McCabe 1976). */
  readonly cyclomatic: number;
}
