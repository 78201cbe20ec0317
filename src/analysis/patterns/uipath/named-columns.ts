/** Columns that a workflow reads by name from the table of one step. */
import type { Expr } from '../../model/expr.ts';
import { descendantsOf, isLive, propertyOf } from '../../model/navigate.ts';
import type { Activity, Property, Variable, Workflow } from '../../model/workflow.ts';
import { cellsOf } from '../../semantics/cells/cells.ts';
import { BY_STEP, usesOfCell } from '../../semantics/cells/uses.ts';
import { walk } from '../../semantics/visit.ts';

/** A column that is read by its name. */
export interface NamedColumn {
  readonly name: string;
  readonly at: Property;
  readonly step: Activity;
}

/** Members through which columns get other names, and steps that may do so. */
const CHANGES = /\bcolumns\b|\bmerge\b|\bload\b|\bclone\b|\bcopy\b|datacolumn|columnname/i;
const MAY_CHANGE =
  /^(?:InvokeMethod|InvokeCode|InvokeWorkflowFile|AddDataColumn|RemoveDataColumn|BuildDataTable|MergeDataTable)/;

/** Returns the table that only this step fills, and that nothing gives other columns; undefined where that is not known. */
function tableOf(workflow: Workflow, step: Activity): Variable | undefined {
  const cells = cellsOf(workflow);
  const output = step.properties.findIndex(({ direction, expression }) => direction === 'out' && expression);
  const key = step.properties[output]?.expression?.mentions[0];
  const cell = key === undefined ? -1 : cells.of(key, step.index);
  const symbol = cells.symbols[cell];
  if (symbol?.type !== 'DataTable') return undefined;
  for (const { activity, property } of usesOfCell(cells.writes, cell))
    if (activity !== step.index || property === BY_STEP) return undefined;
  for (const { activity, property } of usesOfCell(cells.reads, cell)) {
    const reader = workflow.activities[activity];
    if (reader === undefined || MAY_CHANGE.test(reader.type)) return undefined;
    const { expression } = reader.properties[property] ?? {};
    if (expression === undefined) continue;
    // Under a second name, the table may get other columns.
    const isSecondName = reader.role === 'assign' && expression.tree.kind === 'reference';
    if (isSecondName || CHANGES.test(expression.text)) return undefined;
  }
  return symbol;
}

/** Returns the name in `row("Name")`, `row["Name"]` or `row.Item("Name")`. */
function columnOf(node: Expr, isRow: (object: Expr) => boolean): string | undefined {
  const callee = node.kind === 'call' ? node.callee : node.kind === 'index' ? node.object : undefined;
  const isItem = callee?.kind === 'member' && /^item$/i.test(callee.name);
  const object = (isItem ? callee.object : callee) ?? undefined;
  const [first] = node.kind === 'call' || node.kind === 'index' ? node.args : [];
  if (object === undefined || first?.value.kind !== 'literal' || first.value.type !== 'text')
    return undefined;
  return isRow(object) ? first.value.value : undefined;
}

/** Returns whether an expression is a row of a table by its number: `table.Rows(0)`. */
function isRowOf(object: Expr, key: string): boolean {
  const rows = object.kind === 'call' ? object.callee : object.kind === 'index' ? object.object : undefined;
  if (rows?.kind !== 'member' || rows.name.toLowerCase() !== 'rows') return false;
  return rows.object?.kind === 'reference' && rows.object.name.toLowerCase() === key.toLowerCase();
}

function* columnsIn(step: Activity, isRow: (object: Expr) => boolean): Generator<NamedColumn> {
  for (const at of step.properties)
    for (const node of at.expression === undefined ? [] : walk(at.expression.tree)) {
      const name = columnOf(node, isRow);
      if (name !== undefined) yield { name, at, step };
    }
}

/** Yields the columns of a step's table that are read by name; none where another step decides about them. */
export function* namedColumns(workflow: Workflow, reader: Activity): Generator<NamedColumn> {
  const table = tableOf(workflow, reader);
  if (table === undefined) return;
  const isTable = ({ expression }: Property): boolean =>
    expression?.tree.kind === 'reference' && expression.mentions[0] === table.key;
  for (const step of workflow.activities) {
    if (!isLive(step)) continue;
    yield* columnsIn(step, (object) => isRowOf(object, table.name));
    const source = step.type === 'ForEachRow' ? propertyOf(step, 'DataTable') : undefined;
    if (source === undefined || !isTable(source)) continue;
    const row = workflow.variables.find(({ owner, type }) => owner === step.index && type === 'DataRow');
    if (row === undefined) continue;
    const isRow = (object: Expr): boolean =>
      object.kind === 'reference' && object.name.toLowerCase() === row.name.toLowerCase();
    for (const inner of descendantsOf(workflow, step)) if (isLive(inner)) yield* columnsIn(inner, isRow);
  }
}
