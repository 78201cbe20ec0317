/** Finds statements and actions that delete or change everything for lack of a filter. */
import { factOfNames } from '../../model/interning/name-facts.ts';
import { literalOf } from '../../model/navigate.ts';
import { defineRule } from '../../model/rule.ts';
import type { Activity, Property, RawText } from '../../model/workflow.ts';
import { unfilteredSql } from '../../patterns/code/unfiltered-sql.ts';
import { operationOf, runsCode } from '../../patterns/operation.ts';
import { scriptTexts } from '../../patterns/scripts/script-texts.ts';
import { COMPUTED, wholeTexts } from '../../semantics/joined.ts';

/** Settings that hold text for people, or only names. */
const NO_CODE =
  /(?:^|\.)(?:displayname|description|title|label|message|subject|narrative|annotation|uid|comment|resource\.object|resource\.action)$/i;
const FILTER = /(?:^|[._])(?:where|where ?clause|filter)$/i;
const holdsNoCode = factOfNames((name) => NO_CODE.test(name));
const isFilter = factOfNames((name) => FILTER.test(name));
const BULK = /\b(?:delete|update)\b.{0,20}\b(?:rows|records|items)\b/i;
const FOLDER_DELETION = /(?:delete|remove) ?_?(?:folder|director)|folder\.delete/i;
/** Names of the setting with the statement in actions of databases. */
const STATEMENT = /(?:^|[./])(?:query|statement|sql(?:query|statement)?)$/i;
/** Drive, share of a server, root, or folder of the system. */
const ROOT =
  /^\s*(?:[a-z]:[\\/]{0,2}|[\\/]|\\\\[\w.$-]{1,100}\\[\w.$-]{1,100}\\?|[a-z]:[\\/](?:users|windows|program files(?: \(x86\))?|programdata)[\\/]?|\/(?:home|etc|usr|var|opt)\/?)\s*$/i;

/** Yields the fixed texts of a setting, with a mark for each computed part. */
function* textsIn({ expression, text }: Property, isScript: boolean): Generator<string> {
  if (expression === undefined) yield* isScript ? scriptTexts(text) : [text];
  else for (const whole of wholeTexts(expression.tree)) yield whole.text;
}

const MAY_BE_SQL = /\b(?:delete\s+(?:from\s)?|update\s|truncate\s|drop\s)/i;

/** Returns whether white space, or a stand-in, follows an `e` or a `p`, as in each of those words. */
function hasBlankBehindWord({ bytes, start, end }: RawText): boolean {
  for (let at = start + 1; at < end; at += 1) {
    const byte = bytes[at]!;
    if (byte > 0x20 && byte < 0x80) continue;
    const before = bytes[at - 1]! | 0x20;
    if (before === 0x65 || before === 0x70) return true;
  }
  return false;
}

/** Returns whether a text may be SQL; most are ruled out without decoding them. */
function mayBeSql(property: Property): boolean {
  const { raw } = property;
  return (raw === undefined || hasBlankBehindWord(raw)) && MAY_BE_SQL.test(property.text);
}

/** Statement on a table whose name only the run shows, as of a staging table of each process. */
const COMPUTED_TABLE = new RegExp(`^\\s*(?:\\w{1,20}\\s+){1,4}["'\`[]?[\\w.]{0,100}${COMPUTED}`);

interface Sweep {
  readonly effect: string;
  readonly severity?: 'medium';
}

/** Returns the effect of a setting on all rows, all records or a whole drive; undefined when there is none. */
function sweepOf(activity: Activity, property: Property, operation: string): Sweep | undefined {
  if (isFilter(property) && BULK.test(operation) && literalOf(property)?.trim() === '')
    return { effect: 'has an empty filter' };
  const deletesFolders = activity.role === 'file' && FOLDER_DELETION.test(operation);
  const path = deletesFolders ? literalOf(property) : undefined;
  if (path !== undefined && ROOT.test(path.replace(/^\s*file:\/\//i, '')))
    return { effect: `deletes the folder ${path.trim()} with all that is in it` };
  if (holdsNoCode(property) || !mayBeSql(property)) return undefined;
  const isSql = activity.role === 'database';
  for (const text of textsIn(property, runsCode(activity))) {
    const found = unfilteredSql(text, isSql, isSql && STATEMENT.test(property.name));
    if (found === undefined) continue;
    const effect = `runs a statement that ${found}`;
    return COMPUTED_TABLE.test(text)
      ? { effect: `${effect} whose name the run decides`, severity: 'medium' }
      : { effect };
  }
  return undefined;
}

const ui = (sql: string): string =>
  `<ui:ExecuteNonQuery DisplayName="Clean up" CommandType="Text" ConnectionString="[connection]" Sql="${sql}" />`;
const flow = (query: string): string =>
  `"Clean_up": {"type": "OpenApiConnection", "inputs": {"host": {"apiId": "/providers/Microsoft.PowerApps/apis/shared_sql", "connectionName": "shared_sql", "operationId": "ExecutePassThroughNativeQuery_V2"}, "parameters": {"query/query": "${query}"}}, "runAfter": {}}`;
const bot = (command: string, name: string, text: string, packageName = 'Database'): string =>
  `{"commandName": "${command}", "packageName": "${packageName}", "attributes": [{"name": "${name}", "value": ${text}}]}`;
const sql = (text: string): string => bot('insertUpdateDelete', 'statement', text);
const stage = (object: string, action: string, name: string, expr: string): string =>
  `<stage stageid="a" name="Clean Up" type="Action"><onsuccess>end</onsuccess><resource object="${object}" action="${action}"/><inputs><input type="text" name="${name}" expr="${expr}"/></inputs></stage>`;

export const rule = defineRule({
  id: 'XPL-REL-003',
  version: 3,
  title: 'Delete or update without a filter',
  platforms: ['uipath', 'power-automate', 'automation-anywhere', 'blue-prism'],
  category: 'reliability',
  severity: 'high',
  confidence: 'medium',
  kind: 'issue',
  preset: 'recommended',
  why: 'One run with a wrong connection or at a wrong time destroys data that nobody meant, and an automation repeats it without asking.',
  fix: 'Add a WHERE condition or a filter that names the records, pass its values as parameters, and check before the step that the number of records is what you expect. Give the account of the automation no right to drop or truncate tables.',
  compliance: ['INTEG'],
  // A folder whose path is an empty variable is left out: whether it is empty is known at run time.
  options: {},
  examples: {
    uipath: {
      bad: [
        ui('DELETE FROM Invoices'),
        ui('[&quot;update Invoices set Open = 0&quot;]'),
        ui("[&quot;UPDATE Invoices SET Note = 'where it is'&quot;]"),
        '<Assign DisplayName="Statement"><Assign.To><OutArgument x:TypeArguments="x:String">[statement]</OutArgument></Assign.To><Assign.Value><InArgument x:TypeArguments="x:String">["TRUNCATE TABLE " + tableName]</InArgument></Assign.Value></Assign>',
      ],
      good: [
        ui('DELETE FROM Invoices WHERE Id = @id'),
        ui('[&quot;UPDATE Invoices SET Open = 0 WHERE Id = &quot; + id.ToString]'),
        ui("[&quot;UPDATE Invoices SET Note = 'go; on' WHERE Id = 7&quot;]"),
        // The filter comes from elsewhere.
        ui('[&quot;DELETE FROM Invoices &quot; + whereClause]'),
        '<ui:LogMessage DisplayName="Log" Message="Delete from list" />',
      ],
    },
    'power-automate': {
      bad: [
        flow('DELETE FROM dbo.Invoices WHERE 1=1'),
        flow("@{concat('DROP TABLE ', variables('table'))}"),
        flow('DELETE dbo.Invoices'),
        flow('DELETE i FROM dbo.Invoices AS i'),
        "Folder.Delete Folder: $'''C:\\\\'''",
        flow('/* every night */ UPDATE dbo.Invoices SET Open = 0 -- where Id = @Id'),
      ],
      good: [
        flow('DELETE FROM dbo.Invoices WHERE Id = @Id'),
        flow("UPDATE dbo.Invoices SET Note = '--' WHERE Id = @Id"),
        flow('DELETE i FROM dbo.Invoices AS i WHERE i.Id = @Id'),
        flow('DELETE dbo.Invoices WHERE Id = @Id'),
        flow("@{concat('DELETE FROM dbo.Invoices WHERE Id = ', variables('id'))}"),
        '"Note": {"type": "Compose", "inputs": "Update set of rows", "runAfter": {}}',
      ],
    },
    'automation-anywhere': {
      bad: [
        sql('{"type": "STRING", "string": "delete from invoices"}'),
        sql(
          '{"type": "STRING", "expression": "UPDATE orders SET note = \'no where; $dRow{note}$\', year = $nYear.Number:toString$"}',
        ),
        bot('deleteFolder', 'folderPath', '{"type": "STRING", "string": "C:\\\\Users\\\\"}', 'Folder'),
        bot('deleteFolder', 'folderPath', '{"type": "FILE", "string": "file://D:\\\\"}', 'Folder'),
      ],
      good: [
        sql('{"type": "STRING", "string": "delete from invoices where id = 7"}'),
        // Near miss: the text goes on behind each reference.
        sql(
          '{"type": "STRING", "expression": "UPDATE orders SET a = \\"$dRow{a}$\\", b = \\"$nYear.Number:toString$\\", c = \\"$tRows[0][1]$\\" WHERE id = 7"}',
        ),
        sql('{"type": "STRING", "expression": "update invoices set open = 0 $sWhere$"}'),
        bot('deleteFolder', 'folderPath', '{"type": "STRING", "string": "C:\\\\Robots\\\\Work"}', 'Folder'),
      ],
    },
    'blue-prism': {
      bad: [
        stage('Data - SQL Server', 'Execute', 'SQL', '&quot;UPDATE Invoices SET Open = 0&quot;'),
        stage('Data - Oracle (MDA)', 'Delete Rows - Where', 'WhereClause', '&quot;&quot;'),
        `<stage stageid="c" name="Clean Up" type="Code"><onsuccess>end</onsuccess><code><![CDATA[Dim cmd As New SqlCommand("DELETE FROM " & table, connection)]]></code></stage>`,
      ],
      good: [
        stage(
          'Data - SQL Server',
          'Execute',
          'SQL',
          '&quot;DELETE FROM Invoices WHERE Id = &quot; &amp; [Id]',
        ),
        stage('Data - Oracle (MDA)', 'Delete Rows - Where', 'WhereClause', '[Filter]'),
        stage('Data - SQL Server', 'Execute', 'SQL', '&quot;DROP TABLE #Work&quot;'),
      ],
    },
  },
  level: 'activity',
  words: ['delete', 'update', 'truncate', 'drop', 'remove'],
  *check(activity) {
    const operation = operationOf(activity);
    for (const property of activity.properties) {
      if (property.direction === 'out') continue;
      const sweep = sweepOf(activity, property, operation);
      if (sweep === undefined) continue;
      const { effect, severity } = sweep;
      yield { at: property, message: `"${activity.name}" ${effect}.`, ...(severity && { severity }) };
    }
  },
});
