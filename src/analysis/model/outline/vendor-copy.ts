/** Content of the vendor in a workflow. */

/** Comparison of an object that is named like a vendor's with what the vendor ships. */
export interface VendorCopy {
  /** Indexes of the pages that have the vendor's content. */
  readonly pages: ReadonlySet<number>;
  /** Returns whether a data item of such a page is there: those of the whole object belong to no page here. */
  readonly hasDataItemAt: (position: number) => boolean;
  /** Every page has. */
  readonly isWhole: boolean;
  /** It has the very name of the vendor's object; a name that begins with it may be anyone's. */
  readonly isNamesake: boolean;
}
