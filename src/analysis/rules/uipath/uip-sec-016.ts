/** A workflow joins an SQL statement from text and variables. */
import { isLive, propertyOf } from '../../model/navigate.ts';
import { defineRule, type Problem } from '../../model/rule.ts';
import type { Activity, Expression } from '../../model/workflow.ts';
import { OPENS_STATEMENT } from '../../patterns/code/joined-sql.ts';
import { dataInCode, escapesQuotes } from '../../patterns/code/joined-statement.ts';
import {
  type Escaping,
  type JoinedText,
  joinedAssignments,
  joinedVariable,
} from '../../patterns/code/joined-variable.ts';
import { isSqlStatement } from '../../patterns/code/sql.ts';
import { NAME_ADVICE, sqlNamesIn } from '../../patterns/code/sql-names.ts';
import { symbolTable } from '../../patterns/used-symbols.ts';

const ACTIVITIES = new Set(['ExecuteQuery', 'ExecuteNonQuery', 'RunQuery', 'RunCommand', 'InsertDataTable']);
const STATEMENTS = new Set(['Sql', 'SqlQuery', 'Query']);

const ESCAPING: Escaping = { calls: ['replace'], escapes: escapesQuotes, takesTemplates: true };
/** The same without variables that are names of tables and columns, which no parameter can replace. */
const OF_VALUES: Escaping = { ...ESCAPING, without: sqlNamesIn };

/** Returns whether a text starts a statement; the first piece may end before its FROM or SET. */
const startsStatement = (text: string): boolean => isSqlStatement(`${text} x from x set x`);

/** Returns the problem of an activity whose code joins a variable into a statement. */
function problemInCode(activity: Activity): Problem | undefined {
  const code = activity.type === 'InvokeCode' ? propertyOf(activity, 'Code')?.expression : undefined;
  if (code === undefined || !OPENS_STATEMENT.test(code.text)) return undefined;
  const found = dataInCode(code.tree);
  if (found === undefined) return undefined;
  const problem = { at: code, subject: 'Code' };
  const what = `The code of "${activity.name}" joins "${found.data}"`;
  return found.isName
    ? { ...problem, message: `${what} into an SQL statement ${NAME_ADVICE}`, severity: 'medium' }
    : { ...problem, message: `${what} into the text of an SQL statement.` };
}

function callsComputedProcedure(activity: Activity, statement: Expression): boolean {
  return propertyOf(activity, 'CommandType')?.text === 'StoredProcedure' && statement.mentions.length > 0;
}

export const rule = defineRule({
  id: 'UIP-SEC-016',
  version: 5,
  title: 'SQL text built by concatenation',
  platforms: ['uipath'],
  category: 'security',
  severity: 'high',
  confidence: 'high',
  kind: 'issue',
  preset: 'recommended',
  why: 'A value with a quotation mark in it breaks the statement, and a crafted one reads, changes or deletes data that the process was never meant to touch.',
  fix: 'Write the statement as one fixed text with placeholders such as @customerId, and pass the values in the Parameters property of the activity (one entry for each placeholder, with its direction and type). The name of a table, sheet or column cannot be a parameter: compare it with a list of the allowed names first.',
  compliance: ['INJ'],
  controls: ['CWE-89'],
  dedupeGroup: 'sql-injection',
  options: {},
  level: 'workflow',
  words: ['executequery', 'executenonquery', 'runquery', 'runcommand', 'insertdatatable', 'invokecode'],
  *check(workflow) {
    const table = symbolTable(workflow);
    const assigned = joinedAssignments(workflow, table, ESCAPING, startsStatement);
    const values =
      assigned.size === 0 ? assigned : joinedAssignments(workflow, table, OF_VALUES, startsStatement);
    for (const activity of workflow.activities) {
      if (!isLive(activity)) continue;
      const inCode = problemInCode(activity);
      if (inCode !== undefined) yield inCode;
      if (!ACTIVITIES.has(activity.type)) continue;
      for (const { name, expression } of activity.properties) {
        if (expression === undefined || !STATEMENTS.has(name)) continue;
        if (callsComputedProcedure(activity, expression)) {
          const message = `"${activity.name}" runs a stored procedure whose name is computed.`;
          yield { at: expression, message, subject: name };
          continue;
        }
        // The statement itself, or the text assigned to the variable that holds it.
        const key = expression.text.trim().toLowerCase();
        const find = (escaping: Escaping, texts: ReadonlyMap<string, JoinedText>): JoinedText | undefined => {
          const own = joinedVariable(workflow, table, expression, escaping);
          return own === undefined ? texts.get(key) : { at: expression, variable: own };
        };
        const joined = find(ESCAPING, assigned);
        if (joined === undefined) continue;
        const value = find(OF_VALUES, values);
        if (value === undefined)
          yield {
            at: joined.at,
            message: `The SQL of "${activity.name}" takes in "${joined.variable}" ${NAME_ADVICE}`,
            subject: name,
            severity: 'medium',
          };
        else
          yield {
            at: value.at,
            message: `The SQL of "${activity.name}" is put together from text and the value of "${value.variable}".`,
            subject: name,
          };
      }
    }
  },
  examples: {
    uipath: {
      bad: [
        `<ui:InvokeCode Code="sql = &quot;SELECT * FROM staff WHERE id = '&quot; &amp; row(&quot;Id&quot;).ToString() &amp; &quot;'&quot;" />`,
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
        `<Variable x:TypeArguments="x:String" Name="region" />
<ui:ExecuteQuery Sql="[&quot;SELECT * FROM orders&quot; + If(all, &quot;&quot;, &quot; WHERE region = '&quot; + region + &quot;'&quot;)]" />`,
        `<Variable x:TypeArguments="x:String" Name="region" />
<ui:ExecuteQuery Sql="[&quot;SELECT * FROM orders WHERE region = '&quot; + If(region, &quot;none&quot;) + &quot;'&quot;]" />`,
        `<Variable x:TypeArguments="x:String" Name="sql" /><Variable x:TypeArguments="x:String" Name="name" />
<Assign><Assign.To><OutArgument x:TypeArguments="x:String">[sql]</OutArgument></Assign.To><Assign.Value><InArgument x:TypeArguments="x:String">SELECT * FROM staff WHERE name=</InArgument></Assign.Value></Assign>
<Assign><Assign.To><OutArgument x:TypeArguments="x:String">[sql]</OutArgument></Assign.To><Assign.Value><InArgument x:TypeArguments="x:String">[sql + "'" + name + "'"]</InArgument></Assign.Value></Assign>
<ui:ExecuteQuery Sql="[sql]" />`,
        `<Variable x:TypeArguments="x:String" Name="name" />
<ui:ExecuteQuery Sql="[in_Config(&quot;StaffQuery&quot;).ToString.Replace(&quot;@name&quot;, name)]" />`,
        `<ui:ForEach x:TypeArguments="x:String" Values="[tables]"><ui:ForEach.Body><ActivityAction x:TypeArguments="x:String">
  <ActivityAction.Argument><DelegateInArgument x:TypeArguments="x:String" Name="table" /></ActivityAction.Argument><Sequence>
  <Assign><Assign.To><OutArgument x:TypeArguments="x:String">[table]</OutArgument></Assign.To><Assign.Value><InArgument x:TypeArguments="x:String">[Guid.NewGuid().ToString]</InArgument></Assign.Value></Assign>
  <ui:ExecuteNonQuery Sql="[&quot;DROP TABLE &quot; + table]" /></Sequence></ActivityAction></ui:ForEach.Body></ui:ForEach>`,
        // A name that the workflow makes first and reads from elsewhere later, and a default that it overwrites.
        `<Variable x:TypeArguments="x:String" Name="table" />
<Assign><Assign.To><OutArgument x:TypeArguments="x:String">[table]</OutArgument></Assign.To><Assign.Value><InArgument x:TypeArguments="x:String">[Guid.NewGuid().ToString]</InArgument></Assign.Value></Assign>
<ui:InputDialog Label="Table" Result="[table]" /><ui:ExecuteNonQuery Sql="[&quot;DROP TABLE &quot; + table]" />`,
        `<Variable x:TypeArguments="x:String" Name="table" Default="orders" /><ui:Ask Answer="[table]" />
<ui:ExecuteNonQuery Sql="[&quot;DROP TABLE &quot; + table]" />`,
        `<Variable x:TypeArguments="x:String" Name="table" Default="orders" />
<Assign><Assign.To><OutArgument x:TypeArguments="x:String">[table]</OutArgument></Assign.To><Assign.Value><InArgument x:TypeArguments="x:String">[row("Table").ToString]</InArgument></Assign.Value></Assign>
<ui:ExecuteNonQuery Sql="[&quot;DROP TABLE &quot; + table]" />`,
        // A name that the workflow makes, and a call then fills.
        `<Variable x:TypeArguments="x:String" Name="table" />
<Assign><Assign.To><OutArgument x:TypeArguments="x:String">[table]</OutArgument></Assign.To><Assign.Value><InArgument x:TypeArguments="x:String">[Guid.NewGuid().ToString]</InArgument></Assign.Value></Assign>
<If Condition="[tables.TryGetValue(region, table)]" /><ui:ExecuteNonQuery Sql="[&quot;DROP TABLE &quot; + table]" />`,
        '<ui:InvokeCode Code="Dim cmd As New SqlCommand(&quot;SELECT * FROM staff WHERE name=\'&quot; &amp; name &amp; &quot;\'&quot;, connection)" />',
      ],
      good: [
        // Values of the workflow itself: a name with a GUID in a statement that takes no parameters.
        `<Variable x:TypeArguments="x:String" Name="id" /><Variable x:TypeArguments="x:String" Name="table" />
<Assign><Assign.To><OutArgument x:TypeArguments="x:String">[id]</OutArgument></Assign.To><Assign.Value><InArgument x:TypeArguments="x:String">[Guid.NewGuid().ToString("N")]</InArgument></Assign.Value></Assign>
<Assign><Assign.To><OutArgument x:TypeArguments="x:String">[table]</OutArgument></Assign.To><Assign.Value><InArgument x:TypeArguments="x:String">["import_" + id]</InArgument></Assign.Value></Assign>
<ui:ExecuteNonQuery Sql="[&quot;DROP TABLE &quot; + table]" />`,
        `<Variable x:TypeArguments="x:String" Name="name" /><Variable x:TypeArguments="x:Int32" Name="year" />
<ui:ExecuteQuery Sql="[in_Config(&quot;StaffQuery&quot;).ToString.Replace(&quot;@name&quot;, name.Replace(&quot;'&quot;, &quot;''&quot;)).Replace(&quot;@year&quot;, year.ToString)]" />`,
        `<ui:InvokeCode Code="Dim cmd As New SqlCommand(&quot;SELECT * FROM staff WHERE name=@name&quot;, connection)&#xA;cmd.Parameters.AddWithValue(&quot;@name&quot;, name)&#xA;title = &quot;Select the row &quot; &amp; name" />`,
        '<ui:ExecuteQuery Sql="SELECT * FROM orders WHERE customer = @customer" />',
        '<ui:ExecuteQuery Sql="[&quot;SELECT * FROM orders &quot; + &quot;WHERE id = @id&quot;]" />',
        `<Variable x:TypeArguments="x:String" Name="region" />
<ui:ExecuteQuery Sql="[&quot;SELECT * FROM orders WHERE year = @year&quot; + If(region = &quot;&quot;, &quot;&quot;, &quot; AND region = @region&quot;)]" />`,
        `<Variable x:TypeArguments="x:String" Name="region" />
<ui:ExecuteQuery><ui:ExecuteQuery.Sql><InArgument x:TypeArguments="x:String">
  <CSharpValue x:TypeArguments="x:String">"SELECT * FROM orders" + (region == "" ? "" : " WHERE region = @region")</CSharpValue>
</InArgument></ui:ExecuteQuery.Sql></ui:ExecuteQuery>`,
        // Near misses: a number cannot hold SQL, whether by type or by conversion.
        `<Variable x:TypeArguments="x:Int32" Name="year" />
<ui:ExecuteQuery Sql="[&quot;SELECT * FROM orders WHERE year = &quot; + year.ToString]" />`,
        `<Variable x:TypeArguments="x:String" Name="year" />
<ui:ExecuteQuery Sql="[&quot;SELECT * FROM orders WHERE year = &quot; &amp; CInt(year)]" />`,
      ],
    },
  },
});
