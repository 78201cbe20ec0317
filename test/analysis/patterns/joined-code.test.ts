/** Predicates about code that rules share: joined texts, named texts, statements and called functions. */
import { apisIn } from '../../../src/analysis/patterns/code/called-apis.ts';
import {
  type CodeLanguage,
  codeTokens,
  likelyLanguage,
} from '../../../src/analysis/patterns/code/code-tokens.ts';
import { bindsParameters, variableInSql } from '../../../src/analysis/patterns/code/joined-sql.ts';
import { joinedCodeTexts } from '../../../src/analysis/patterns/code/joined-texts.ts';
import { namedTexts } from '../../../src/analysis/patterns/code/named-texts.ts';
import { unfilteredSql } from '../../../src/analysis/patterns/code/unfiltered-sql.ts';
import { secretsInCode } from '../../../src/analysis/patterns/secrets/code-secret.ts';
import { secretReadBy } from '../../../src/analysis/patterns/secrets/secret-read.ts';
import { parse } from '../../../src/analysis/platforms/uipath/expressions/tree/tree.ts';
import { possibleTexts } from '../../../src/analysis/semantics/functions/dot-net.ts';
import { COMPUTED } from '../../../src/analysis/semantics/joined.ts';
import { rows } from '../../support/rows.ts';

const tokens = (code: string, language: CodeLanguage = 'visualbasic') => codeTokens(code, language);
const SECRET = ['q7Zr', '2LmV', '8sTb'].join('');

rows('joinedCodeTexts', (code: string) => joinedCodeTexts(tokens(code)), [
  ['"a" & name & "b"', [`a${COMPUTED}b`]],
  ['"a" + "b"', ['ab']],
  ['name', []],
  ['f("a", "b")', ['a', 'b']],
  ['String.Concat("a", name)', [`a${COMPUTED}`]],
  ['"rows " & row(0)', [`rows ${COMPUTED}`]],
]);

rows('namedTexts', (code: string) => [...namedTexts(tokens(code), true)], [
  ['password = "abcd"', [{ name: 'password', text: 'abcd' }]],
  ['Dim password As String = "abcd"', [{ name: 'password', text: 'abcd' }]],
  ['config("Password") = "abcd"', [{ name: 'Password', text: 'abcd' }]],
  ['headers.Add("ApiKey", "abcd")', [{ name: 'ApiKey', text: 'abcd' }]],
  ['New Dictionary From {{"Password", "abcd"}}', [{ name: 'Password', text: 'abcd' }]],
  ['password = "abcd" & suffix', []],
  ['Log("Password", "abcd")', []],
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

rows('variableInSql', (code: string) => variableInSql(tokens(code), ({ text }) => text), [
  [`"select * from t where id = '" & id & "'"`, 'id'],
  ['"select * from t where id = " & id.ToInt32()', undefined],
  [`"select * from t where name = '" & name.Replace("'", "''") & "'"`, undefined],
  ['"select the invoice " & name', undefined],
  ['String.Format("delete from t where id = {0}", id)', ''],
  ['"select 1"', undefined],
]);

rows('bindsParameters', (code: string) => bindsParameters(tokens(code)), [
  ['command.Parameters.AddWithValue("@id", id)', true],
  ['command.CommandText = text', false],
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

rows('secretsInCode', (code: string) => [...secretsInCode(code)], [
  [`$token = '${SECRET}'`, [{ name: 'token', text: SECRET }]],
  ["$token = '%Token%'", []],
  ['password = input("Password: ")', []],
]);
