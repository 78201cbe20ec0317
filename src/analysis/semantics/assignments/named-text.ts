/** A name with the fixed text beside it, in a text of a known form. */
export interface NamedText {
  readonly name: string;
  readonly text: string;
}
