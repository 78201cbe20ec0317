/** Finds SQL statements that are joined from texts and data. */
import type { Expr } from '../../model/expr.ts';
import { derived } from '../../model/interning/derived.ts';
import { defineRule, type Problem } from '../../model/rule.ts';
import type { Activity, Workflow } from '../../model/workflow.ts';
import { itemName } from '../../patterns/blue-prism/data-items.ts';
import { OPENS_STATEMENT, SQL_VERBS } from '../../patterns/code/joined-sql.ts';
import { dataInCode, dataInStatement } from '../../patterns/code/joined-statement.ts';
import { NAME_ADVICE } from '../../patterns/code/sql-names.ts';
import { isCode } from '../../semantics/assigned.ts';

/** Stages in which statements are joined. */
const BUILDERS = ['Action', 'SubSheet', 'Process', 'Calculation', 'MultipleCalculation', 'Code'];
/** Types whose text form cannot hold SQL. */
const HARMLESS_TYPES = new Set(['number', 'flag', 'date', 'datetime', 'time', 'timespan']);

/** Collects keys of which every data item holds numbers or dates. */
const harmlessKeys = derived((workflow: Workflow): ReadonlySet<string> => {
  const harmless = new Set<string>();
  for (const { key, type } of workflow.variables) if (HARMLESS_TYPES.has(type)) harmless.add(key);
  for (const { key, type } of workflow.variables) if (!HARMLESS_TYPES.has(type)) harmless.delete(key);
  return harmless;
});

function* joinsIn(activity: Activity, workflow: Workflow): Generator<Problem> {
  const dataOf = (node: Expr): string | undefined => {
    const item = itemName(node);
    return item !== undefined && !harmlessKeys(workflow).has(item.trim().toLowerCase()) ? item : undefined;
  };
  for (const property of activity.properties) {
    const { expression, text } = property;
    if (expression === undefined || !OPENS_STATEMENT.test(text)) continue;
    const isInCode = isCode(expression);
    const found = isInCode ? dataInCode(expression.tree) : dataInStatement(expression.tree, dataOf);
    if (found === undefined) continue;
    const { data, isName } = found;
    const what = isInCode
      ? `The code of "${activity.name}" joins "${data}"`
      : `"${activity.name}" joins the data item "${data}"`;
    if (isName)
      yield { at: property, message: `${what} into an SQL statement ${NAME_ADVICE}`, severity: 'medium' };
    else yield { at: property, message: `${what} into the text of an SQL statement.` };
  }
}

export const rule = defineRule({
  id: 'BPR-SEC-008',
  version: 2,
  title: 'SQL built by concatenation',
  platforms: ['blue-prism'],
  category: 'security',
  severity: 'high',
  confidence: 'high',
  kind: 'issue',
  preset: 'recommended',
  why: 'A value with a quotation mark in it changes the statement: it can break it, read other data or delete it.',
  fix: 'Keep the statement fixed and pass values as parameters: in a Code stage "cmd.Parameters.AddWithValue(...)"; with a database object use an action that takes parameters, or a stored procedure. Where neither is possible, and for the name of a table, sheet or column, check the value against a list of allowed ones first.',
  compliance: ['INJ'],
  controls: ['CWE-89'],
  dedupeGroup: 'sql-injection',
  // The catalogue checks actions of listed database objects only. In real files the statement is built in a Calculation
  // and passed on as one data item, and every team names its own copy of the object. So the rule checks every
  // expression that builds a statement.
  options: {},
  examples: {
    'blue-prism': {
      bad: [
        `<stage stageid="q" name="Get Orders" type="Action"><onsuccess>end</onsuccess><resource object="Data - SQL Server" action="Get Collection"/>
           <inputs><input type="text" name="SQL" expr="&quot;SELECT * FROM Orders WHERE Customer='&quot; &amp; [Customer] &amp; &quot;'&quot;"/></inputs></stage>`,
        `<stage stageid="c" name="Build SQL" type="Calculation"><onsuccess>end</onsuccess>
           <calculation expression="&quot;DELETE FROM Queue WHERE Name = '&quot; &amp; Trim([Queue Name]) &amp; &quot;'&quot;" stage="SQL"/></stage>`,
        `<stage stageid="c" name="Read Rows" type="Code"><onsuccess>end</onsuccess>
           <code><![CDATA[Dim cmd As New OleDbCommand("select * from [" & SheetName & "$]", connection)]]></code></stage>`,
        `<stage stageid="c" name="Read Rows" type="Code"><onsuccess>end</onsuccess>
           <code><![CDATA[sql = String.Format("UPDATE Items SET Done = 1 WHERE Id = '{0}'", id)]]></code></stage>`,
        `<stage stageid="c" name="Build SQL" type="Calculation"><onsuccess>end</onsuccess>
           <calculation expression="Replace(&quot;SELECT * FROM Orders WHERE Customer = '@c'&quot;, &quot;@c&quot;, [Customer])" stage="SQL"/></stage>`,
        `<stage stageid="c" name="Read Rows" type="Code"><onsuccess>end</onsuccess>
           <code><![CDATA[sql = "SELECT * FROM Orders WHERE Customer = '@c'".Replace("@c", customer)]]></code></stage>`,
      ],
      good: [
        `<stage stageid="c" name="Read Rows" type="Code"><onsuccess>end</onsuccess>
           <code><![CDATA[sql = "SELECT * FROM Orders WHERE Year = @y".Replace("@y", CInt(year)).Replace("  ", " ")]]></code></stage>`,
        `<stage stageid="q" name="Get Orders" type="Action"><onsuccess>end</onsuccess><resource object="Data - SQL Server" action="Get Collection"/>
           <inputs><input type="text" name="SQL" expr="&quot;SELECT * FROM Orders &quot; &amp; &quot;WHERE Open = 1&quot;"/></inputs></stage>`,
        `<stage stageid="c" name="Read Rows" type="Code"><onsuccess>end</onsuccess>
           <code><![CDATA[Dim cmd As New SqlCommand("select * from T where Id = @id" & suffix, connection)
cmd.Parameters.AddWithValue("@id", id)]]></code></stage>`,
        `<stage stageid="c" name="Build Text" type="Calculation"><onsuccess>end</onsuccess>
           <calculation expression="&quot;Please select the customer &quot; &amp; [Customer]" stage="Text"/></stage>`,
        `<stage stageid="c" name="Build SQL" type="Calculation"><onsuccess>end</onsuccess>
           <calculation expression="&quot;SELECT TOP &quot; &amp; [Rows] &amp; &quot; * FROM Orders&quot;" stage="SQL"/></stage>
         <stage stageid="d" name="Rows" type="Data"><datatype>number</datatype><initialvalue>10</initialvalue></stage>`,
        `<stage stageid="c" name="Read Rows" type="Code"><onsuccess>end</onsuccess>
           <code><![CDATA[' sql = "select * from T where a = '" & value & "'"
sql = "select * from T" & vbCrLf & "where a = 1"]]></code></stage>`,
      ],
    },
  },
  level: 'activity',
  types: BUILDERS,
  words: SQL_VERBS,
  check: (activity, { workflow }) => joinsIn(activity, workflow),
});
