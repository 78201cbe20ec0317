/** An SQL statement is put together from text and variables. */
import { isLive, propertyOf } from '../../model/navigate.ts';
import { defineRule } from '../../model/rule.ts';
import type { Activity, Expression, Token, Workflow } from '../../model/workflow.ts';
import { wordsOf } from '../patterns/secret-name.ts';
import { isSqlStatement } from '../patterns/sql.ts';
import { resolveSymbol, type SymbolTable, symbolTable } from '../patterns/used-symbols.ts';

const ACTIVITIES = new Set(['ExecuteQuery', 'ExecuteNonQuery', 'RunQuery', 'RunCommand', 'InsertDataTable']);
const STATEMENTS = new Set(['Sql', 'SqlQuery', 'Query']);
/** Values of these types cannot carry SQL. */
const HARMLESS_TYPES =
  /^(?:S?Byte|U?Int(?:16|32|64)|Single|Double|Decimal|Boolean|DateTime|DateTimeOffset|TimeSpan|Guid)$/;
/** Functions whose result is a number, a date, or text with its quotation marks escaped. */
const HARMLESS_CALLS = new Set(
  'cint clng cshort cdec cdbl cbool cdate parse toint16 toint32 toint64 todecimal todouble todatetime replace'.split(
    ' ',
  ),
);
const JOINING_CALLS = new Set(['format', 'concat', 'join', 'appendformat']);

/** Values of the project's own settings are chosen by its author, as the statement is. */
function isConfiguration(name: string): boolean {
  return wordsOf(name).at(-1) === 'config';
}

/** The first variable whose value becomes part of the text; undefined when nothing is joined. */
function joinedVariable(
  workflow: Workflow,
  table: SymbolTable,
  { tokens, mentions, owner }: Expression,
): string | undefined {
  if (!tokens.some((token) => token.kind === 'string') || !tokens.some(joins)) return undefined;
  const risky = new Map<string, string>();
  for (const key of mentions) {
    const symbol = resolveSymbol(workflow, table, key, owner);
    if (symbol !== undefined && !HARMLESS_TYPES.test(symbol.type) && !isConfiguration(symbol.name))
      risky.set(symbol.name.toLowerCase(), symbol.name);
  }
  return risky.size === 0 ? undefined : firstOpen(tokens, risky);
}

function joins({ kind, text }: Token): boolean {
  if (kind === 'operator') return text === '+' || text === '&' || text === '+=' || text === '&=';
  return kind === 'name' && JOINING_CALLS.has(text.toLowerCase());
}

/** The first of the names that does not stand inside a harmless call. */
function firstOpen(tokens: readonly Token[], names: ReadonlyMap<string, string>): string | undefined {
  const harmless: boolean[] = [];
  for (let i = 0; i < tokens.length; i += 1) {
    const token = tokens[i]!;
    const before = tokens[i - 1];
    if (token.kind === 'punctuation' && token.text === '(') {
      const isHarmless = before?.kind === 'name' && HARMLESS_CALLS.has(before.text.toLowerCase());
      harmless.push(isHarmless || harmless.at(-1) === true);
    } else if (token.kind === 'punctuation' && token.text === ')') harmless.pop();
    const isMember = before?.kind === 'punctuation' && before.text.endsWith('.');
    const name = token.kind === 'name' && !isMember ? names.get(token.text.toLowerCase()) : undefined;
    if (name !== undefined && harmless.at(-1) !== true && !isEscaped(tokens, i)) return name;
  }
  return undefined;
}

/** `name.Replace("'", "''")`. */
function isEscaped(tokens: readonly Token[], at: number): boolean {
  const [dot, replace, , mark] = tokens.slice(at + 1, at + 5);
  return dot?.text === '.' && replace?.text === 'Replace' && mark?.kind === 'string' && mark.text === "'";
}

/** A statement that is put together, and the variable that ends up in it. */
interface Joined {
  readonly at: Expression;
  readonly variable: string;
}

/** Variable, lower-cased → the first joined SQL text that is assigned to it. */
function joinedAssignments(workflow: Workflow, table: SymbolTable): Map<string, Joined> {
  const found = new Map<string, Joined>();
  for (const assign of workflow.activities) {
    if (assign.role !== 'assign' || !isLive(assign)) continue;
    const to = propertyOf(assign, 'To')?.expression?.text.trim().toLowerCase();
    const value = propertyOf(assign, 'Value')?.expression;
    if (to === undefined || value === undefined || found.has(to)) continue;
    const start = value.tokens.find((token) => token.kind === 'string');
    // The first piece may end before its FROM or SET.
    if (start === undefined || !isSqlStatement(`${start.text} x from x set x`)) continue;
    const variable = joinedVariable(workflow, table, value);
    if (variable !== undefined) found.set(to, { at: value, variable });
  }
  return found;
}

function callsComputedProcedure(activity: Activity, statement: Expression): boolean {
  return propertyOf(activity, 'CommandType')?.text === 'StoredProcedure' && statement.mentions.length > 0;
}

export const rule = defineRule({
  id: 'UIP-SEC-016',
  version: 1,
  title: 'SQL text built by concatenation',
  platforms: ['uipath'],
  category: 'security',
  severity: 'high',
  confidence: 'high',
  kind: 'issue',
  preset: 'recommended',
  why: 'A value with a quotation mark in it breaks the statement, and a crafted one reads, changes or deletes data that the process was never meant to touch.',
  fix: 'Write the statement as one fixed text with placeholders such as @customerId, and pass the values in the Parameters property of the activity (one entry for each placeholder, with its direction and type).',
  compliance: ['INJ'],
  controls: ['CWE-89'],
  dedupeGroup: 'sql-injection',
  options: {},
  level: 'workflow',
  *check(workflow) {
    const table = symbolTable(workflow);
    const assigned = joinedAssignments(workflow, table);
    for (const activity of workflow.activities) {
      if (!ACTIVITIES.has(activity.type) || !isLive(activity)) continue;
      for (const { name, expression } of activity.properties) {
        if (expression === undefined || !STATEMENTS.has(name)) continue;
        if (callsComputedProcedure(activity, expression)) {
          const message = `"${activity.name}" runs a stored procedure whose name is computed.`;
          yield { at: expression, message, subject: name };
          continue;
        }
        const own = joinedVariable(workflow, table, expression);
        // The statement itself, or what is put into the variable that holds it.
        const joined =
          own === undefined
            ? assigned.get(expression.text.trim().toLowerCase())
            : { at: expression, variable: own };
        if (joined === undefined) continue;
        yield {
          at: joined.at,
          message: `The SQL of "${activity.name}" is put together from text and the value of "${joined.variable}".`,
          subject: name,
        };
      }
    }
  },
  examples: {
    uipath: {
      bad: [
        `<Variable x:TypeArguments="x:String" Name="customer" />
<ui:ExecuteQuery Sql="[&quot;SELECT * FROM orders WHERE customer = '&quot; + customer + &quot;'&quot;]" />`,
        `<Variable x:TypeArguments="sd:DataRow" Name="row" />
<ui:ExecuteNonQuery><ui:ExecuteNonQuery.Sql><InArgument x:TypeArguments="x:String">
  <CSharpValue x:TypeArguments="x:String">$"DELETE FROM orders WHERE id = '{row["Id"]}'"</CSharpValue>
</InArgument></ui:ExecuteNonQuery.Sql></ui:ExecuteNonQuery>`,
        `<Variable x:TypeArguments="x:String" Name="sql" /><Variable x:TypeArguments="x:String" Name="name" />
<Assign><Assign.To><OutArgument x:TypeArguments="x:String">[sql]</OutArgument></Assign.To>
<Assign.Value><InArgument x:TypeArguments="x:String">[String.Format("SELECT * FROM staff WHERE name='{0}'", name)]</InArgument></Assign.Value></Assign>
<ui:ExecuteQuery Sql="[sql]" />`,
        '<ui:ExecuteNonQuery CommandType="StoredProcedure" Sql="[procedureName]" />',
      ],
      good: [
        '<ui:ExecuteQuery Sql="SELECT * FROM orders WHERE customer = @customer" />',
        '<ui:ExecuteQuery Sql="[&quot;SELECT * FROM orders &quot; + &quot;WHERE id = @id&quot;]" />',
        // Near misses: a number cannot carry SQL, whether by type or by conversion.
        `<Variable x:TypeArguments="x:Int32" Name="year" />
<ui:ExecuteQuery Sql="[&quot;SELECT * FROM orders WHERE year = &quot; + year.ToString]" />`,
        `<Variable x:TypeArguments="x:String" Name="year" />
<ui:ExecuteQuery Sql="[&quot;SELECT * FROM orders WHERE year = &quot; &amp; CInt(year)]" />`,
      ],
    },
  },
});
