/** An SQL statement of a desktop flow with text from outside. */
import { propertyOf } from '../../model/navigate.ts';
import { defineRule } from '../../model/rule.ts';
import { NAME_ADVICE, sqlNamesIn } from '../../patterns/code/sql-names.ts';
import { originsOf } from '../../patterns/power-automate/robin-variables.ts';

const RUNS_SQL = /^database\.executesqlstatement/i;

// Variables that hold only texts of the flow itself, numbers, dates or texts with doubled quotation marks are safe.
export const rule = defineRule({
  id: 'PAD-SEC-004',
  version: 2,
  title: 'SQL statement with interpolated variables',
  platforms: ['power-automate'],
  category: 'security',
  severity: 'high',
  confidence: 'high',
  kind: 'issue',
  preset: 'recommended',
  why: 'A quotation mark in the data ends the text and lets the rest run as SQL, with the rights of the connection: data can be read, changed or deleted.',
  fix: 'Turn numbers into numbers with "Convert text to number" first. In texts, double every quotation mark with "Replace text" (\' by \'\') before the statement. Better, pass the values to a stored procedure that checks them, or use a connector with parameters. Compare the name of a table or column with a list of the allowed names.',
  compliance: ['INJ'],
  controls: ['CWE-89'],
  dedupeGroup: 'sql-injection',
  options: {},
  level: 'workflow',
  *check(workflow) {
    const origins = originsOf(workflow);
    for (const activity of workflow.activities) {
      if (!RUNS_SQL.test(activity.type) || !activity.enabled || !activity.reachable) continue;
      const statement = propertyOf(activity, 'Statement');
      const name = origins.joinedInto(statement);
      if (statement === undefined || name === undefined) continue;
      const problem = { at: statement, subject: statement.name };
      const what = `"${activity.name}" puts the value of "${name}" into`;
      const names = sqlNamesIn(statement.expression!.tree);
      if (origins.joinsOnly(statement, names))
        yield { ...problem, message: `${what} its SQL statement ${NAME_ADVICE}`, severity: 'medium' };
      else yield { ...problem, message: `${what} the text of its SQL statement.` };
    }
  },
  examples: {
    'power-automate': {
      bad: [
        `Database.ExecuteSqlStatement.Execute Connection: Connection Statement: $'''select * from customers where name = \\'%CustomerName%\\'''' Timeout: 30 Result=> Rows`,
        `@INPUT Customer : { 'Type': 'String' }
SET Query TO $'''delete from customers where name = \\'%Customer%\\''''
Database.ExecuteSqlStatement.ConnectAndExecute ConnectionString: Input_Connection Statement: Query Timeout: 30`,
        `LOOP FOREACH Row IN Rows
    Database.ExecuteSqlStatement.Execute Connection: Connection Statement: $'''update invoices set state = 1 where id = %Row['Id']%''' Timeout: 30
END`,
        `@INPUT Customer : { 'Type': 'String' }
Text.AppendLine Text: $'''select * from customers''' LineToAppend: $'''where name = \\'%Customer%\\'''' Result=> Query
Database.ExecuteSqlStatement.Execute Connection: Connection Statement: Query Timeout: 30 Result=> Rows`,
        `@INPUT Customer : { 'Type': 'String' }
Text.Replace Text: $'''select * from customers where name = \\'#\\'''' TextToFind: $'''#''' IsRegEx: False IgnoreCase: False ReplaceWith: Customer ActivateEscapeSequences: False Result=> Query
Database.ExecuteSqlStatement.Execute Connection: Connection Statement: Query Timeout: 30 Result=> Rows`,
      ],
      good: [
        `DateTime.GetCurrentDateTime.Local DateTimeFormat: DateTime.DateTimeFormat.DateOnly CurrentDateTime=> Today
Text.ConvertDateTimeToText.FromDateTime DateTime: Today StandardFormat: Text.WellKnownDateTimeFormat.ShortDate Result=> Day
Text.Replace Text: $'''select * from orders where day = \\'#\\'''' TextToFind: $'''#''' IsRegEx: False IgnoreCase: False ReplaceWith: Day ActivateEscapeSequences: False Result=> Query
Database.ExecuteSqlStatement.Execute Connection: Connection Statement: Query Timeout: 30 Result=> Rows`,
        `Database.ExecuteSqlStatement.Execute Connection: Connection Statement: $'''select name from customers where name like \\'A%%\\'''' Timeout: 30 Result=> Rows`,
        `Text.ToNumber Text: Row['Id'] Number=> Id
Database.ExecuteSqlStatement.Execute Connection: Connection Statement: $'''select * from invoices where id = %Id%''' Timeout: 30 Result=> Rows`,
        `SET Table TO $'''invoices'''
Database.ExecuteSqlStatement.Execute Connection: Connection Statement: $'''select * from %Table%''' Timeout: 30 Result=> Rows`,
        `Text.Replace Text: CustomerName TextToFind: $'''\\'''' IsRegEx: False IgnoreCase: False ReplaceWith: $'''\\'\\'''' ActivateEscapeSequences: False Result=> SafeName
Database.ExecuteSqlStatement.Execute Connection: Connection Statement: $'''select * from customers where name = \\'%SafeName%\\'''' Timeout: 30 Result=> Rows`,
      ],
    },
  },
});
