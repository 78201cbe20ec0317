/** Tables of rows by language, each made once; those of a policy pack live as long as its rules. */
import type { FlowRow } from '../../../facts/data-flow/row.ts';
import type { OwnTables } from '../../../model/data-flow/own-rows.ts';
import type { ExpressionLanguage } from '../../../model/workflow.ts';
import { flowRowsOf } from './own-rows.ts';

/** Memoizes a table of a language; own tables: absent for the built-in ones. To be called while a module loads. */
export function tablesOf<Table>(
  make: (rows: readonly FlowRow[]) => Table,
): (language: ExpressionLanguage, own: OwnTables | undefined) => Table {
  const builtIn = new Map<ExpressionLanguage, Table>();
  const known = new WeakMap<OwnTables, Map<ExpressionLanguage, Table>>();
  return (language, own) => {
    let tables = own === undefined ? builtIn : known.get(own);
    if (tables === undefined) known.set(own!, (tables = new Map()));
    let table = tables.get(language);
    if (table === undefined) tables.set(language, (table = make(flowRowsOf(language, own))));
    return table;
  };
}
