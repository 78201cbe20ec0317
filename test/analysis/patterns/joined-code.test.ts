/** Predicates about code that rules share: joined texts, named texts, statements and called functions. */
import { apisIn } from '../../../src/analysis/patterns/code/called-apis.ts';
import { dataInCode } from '../../../src/analysis/patterns/code/joined-statement.ts';
import { unfilteredSql } from '../../../src/analysis/patterns/code/unfiltered-sql.ts';
import { secretsInScript } from '../../../src/analysis/patterns/scripts/script-secrets.ts';
import { scriptTexts } from '../../../src/analysis/patterns/scripts/script-texts.ts';
import { likelyLanguage } from '../../../src/analysis/patterns/scripts/script-tokens.ts';
import { secretReadBy } from '../../../src/analysis/patterns/secrets/secret-read.ts';
import { parse } from '../../../src/analysis/platforms/dot-net/tree/tree.ts';
import { assignedIn } from '../../../src/analysis/semantics/assigned.ts';
import { possibleTexts } from '../../../src/analysis/semantics/functions/dot-net.ts';
import { COMPUTED } from '../../../src/analysis/semantics/joined.ts';
import { printed } from '../../support/analysis/trees.ts';
import { rows } from '../../support/rows.ts';

const SECRET = ['q7Zr', '2LmV', '8sTb'].join('');

rows('scriptTexts', scriptTexts, [
  ['"a" & name & "b"', [`a${COMPUTED}b`]],
  ['"a" + "b"', ['ab']],
  ['name', []],
  ['f("a", "b")', ['a', 'b']],
  ['String.Concat("a", name)', [`a${COMPUTED}`]],
  ['"rows " & row(0)', [`rows ${COMPUTED}`]],
]);

rows('possibleTexts', (code: string) => [...possibleTexts(parse(code, 'visual-basic'))], [
  ['"one" + "two"', ['onetwo']],
  ['("one").ToString', ['one']],
  ['If(isTest, "one", "two")', ['one', 'two']],
  ['If(name, "two")', ['two']],
  ['If(isTest, "one", "two" & name).Trim()', []],
  ['name & "two"', []],
  ['1 + 2', []],
]);

rows('dataInCode', (code: string) => dataInCode(parse(code, 'visual-basic'))?.data, [
  [`"select * from t where id = '" & id & "'"`, 'id'],
  ['"select * from t where id = " & id.ToInt32()', undefined],
  [`"select * from t where name = '" & name.Replace("'", "''") & "'"`, undefined],
  ['"select the invoice " & name', undefined],
  ['String.Format("delete from t where id = {0}", id)', 'id'],
  ['"select 1"', undefined],
  ['text = "select * from t where id = @id" & filter\ncommand.Parameters.AddWithValue("@id", id)', undefined],
]);

rows('unfilteredSql', (sql: string) => unfilteredSql(sql, true), [
  ['delete from invoices', 'deletes every row of a table'],
  ['delete from invoices where 1 = 1', 'deletes every row of a table'],
  ['delete from invoices where id = 4', undefined],
  ["update invoices set state = 'where'", 'changes every row of a table'],
  ['update invoices set state = 1 where id = 4', undefined],
  ['truncate table invoices', 'empties a table'],
  ['truncate table #work', undefined],
  ['drop table if exists #work', undefined],
  ['select 1; drop table invoices', 'drops a table'],
  // A lost quotation mark: the filter is there.
  [`update [Sheet1$] set [Reason]=missing' where [Number]='${COMPUTED}'`, undefined],
  [`delete from invoices where state=open' and id='${COMPUTED}'`, undefined],
  ["delete from invoices; select 'where", 'deletes every row of a table'],
  ["update invoices set state = 'open", 'changes every row of a table'],
]);

rows('unfilteredSql of a text that may be prose', (text: string) => unfilteredSql(text, false), [
  ['Delete from list', undefined],
  ['DELETE FROM list', 'deletes every row of a table'],
]);

rows('apisIn', (code: string) => apisIn(code, ['Process.Start', 'eval(']), [
  ['process.start("a")', ['Process.Start']],
  ['myprocess.started', []],
  ['x=eval(1)', ['eval(']],
  ['retrieval(1)', []],
]);

rows('likelyLanguage', likelyLanguage, [
  ['Dim a As String = "b"', 'visualbasic'],
  ['var a = "b";', 'csharp'],
  ['a = 1', 'csharp'],
]);

rows('secretReadBy', (code: string) => secretReadBy(parse(code, 'visual-basic')), [
  ['"Login " & dbPassword', 'dbPassword'],
  ['Config("ErpPassword").ToString', 'ErpPassword'],
  ['"Password"', undefined],
  ['Config("ErpUser")', undefined],
  ['New NetworkCredential("", loginSecret).Password', 'loginSecret'],
]);

rows('secretsInScript', (script: string) => [...secretsInScript(script)], [
  ['Dim password As String = "abcd"', [{ name: 'password', text: 'abcd' }]],
  ['config("Password") = "abcd"', [{ name: 'Password', text: 'abcd' }]],
  ['headers.Add("ApiKey", "abcd")', [{ name: 'ApiKey', text: 'abcd' }]],
  ['@{"Password", "abcd"}', [{ name: 'Password', text: 'abcd' }]],
  ['$c = New-Object Net.NetworkCredential($passUser, "abcd")', [{ name: 'NetworkCredential', text: 'abcd' }]],
  ['"abcd".ToCharArray() | % { $password.AppendChar($_) }', [{ name: 'AppendChar', text: 'abcd' }]],
  [`$body = '{"password": "${SECRET}"}'`, [{ name: 'password', text: SECRET }]],
  ['password = "abcd" & suffix', []],
  ['Log("Password", "abcd")', []],
  [`$token = '${SECRET}'`, [{ name: 'token', text: SECRET }]],
  ["$token = '%Token%'", []],
  ['password = input("Password: ")', []],
]);

rows(
  'assignedIn',
  (code: string) =>
    Array.from(
      assignedIn(parse(code, 'visual-basic'), 'in statements'),
      ({ name, value }) => `${name}: ${printed(value, code)}`,
    ),
  [
    ['a = b Or c\nd.E = f = g', ['a: (or b c)', 'E: (= f g)']],
    ['a = b Is Nothing AndAlso c', ['a: (andalso (is b Nothing) c)']],
    ['If a = b Then c = d', ['c: d']],
  ],
);
