/** A value of YAML: a text, or a container with members by key or position. */
export interface YamlValue {
  /** Offset of its key or of itself. */
  readonly at: number;
  readonly key: string;
  /** Text of a scalar; undefined for a container. */
  readonly text: string | undefined;
  readonly isList: boolean;
  readonly members: readonly YamlValue[];
}
