/** Values that may be credentials, as rules hand them over to be judged. */
export interface Suspect {
  /** Texts of which it can be one: the first that is a secret counts. */
  readonly texts: readonly string[];
  /** Name by which it is judged; absent if something else says that a secret stands there. */
  readonly judgedBy?: string | undefined;
  /** Name beside it in the setting. */
  readonly part?: string | undefined;
}
