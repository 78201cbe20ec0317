/** Short forms for tables of rows. */
import type { SinkKind } from '../../model/data-flow/flow.ts';
import type { SinkRow } from './row.ts';

/** Returns the names in a text, with blanks between them. */
export const listed = (text: string): readonly string[] => text.split(/\s+/);

/** Creates the row of a sink. */
export const sinkRow = (
  sink: SinkKind,
  words: string,
  row: Omit<SinkRow, 'kind' | 'sink' | 'words'>,
): SinkRow => ({ kind: 'sink', sink, words, ...row });
