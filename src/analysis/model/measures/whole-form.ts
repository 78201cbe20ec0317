/** Form of a whole file: a digest without what designers change by themselves. */
export interface WholeForm {
  /** Version of the forms; those of different versions are not compared. */
  readonly version: number;
  /** Hexadecimal. */
  readonly form: string;
  /** Digest of what belongs to the environment, as names of connections, hexadecimal; null: the file has nothing of it. */
  readonly connections: string | null;
  /** Forms of the parts of a release, hexadecimal; empty for a file that is one thing. */
  readonly parts: readonly string[];
}
