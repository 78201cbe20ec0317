/** Changes of data by the row of a transfer: its member and its marks. */
import type { TransferRow } from '../../../facts/data-flow/row.ts';
import { withoutMarks } from '../../../model/data-flow/family.ts';
import { literalOf } from '../../../model/navigate.ts';
import type { Activity } from '../../../model/workflow.ts';
import type { Fact } from './fact.ts';
import type { Incoming } from './incoming.ts';

const WHOLE: readonly string[] = [];

/** Returns the member that the fixed text of a setting names, `''` for a computed one; empty without a setting. */
export const namedMember = ({ properties }: Activity, setting: string | undefined): readonly string[] =>
  setting === undefined
    ? WHOLE
    : [literalOf(properties.find(({ name }) => name === setting))?.toLowerCase() ?? ''];

/** Returns the marks of data behind a transfer. */
export const changedBy = (
  { marks = 0, opens = 0 }: TransferRow,
  incoming: Incoming,
): Pick<Fact, 'marks'> => ({
  marks: withoutMarks(incoming.marks, opens) | marks,
});
