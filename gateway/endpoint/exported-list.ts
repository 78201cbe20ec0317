/** A list that is answered as a file. */

/** Formats that every exported list has. */
export const EXPORT_FORMATS = ['csv', 'json'] as const;
export type ExportFormat = (typeof EXPORT_FORMATS)[number];

/** Page of a list, as the core answers it. An empty cursor: there are no more. */
export interface ListPage {
  readonly nextCursor: string;
}

/** A list to export. */
export interface Export {
  readonly format: ExportFormat;
  /** Pages in their order; the last one has a cursor if there are more than an export has. */
  readonly pages: AsyncIterable<ListPage>;
}
