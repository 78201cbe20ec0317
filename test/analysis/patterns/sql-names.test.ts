/** Places of computed parts in SQL statements: names, which no parameter can replace, or values. */
import { dataInCode } from '../../../src/analysis/patterns/code/joined-statement.ts';
import { namePlaces } from '../../../src/analysis/patterns/code/sql-places.ts';
import { parse } from '../../../src/analysis/platforms/dot-net/tree/tree.ts';
import { COMPUTED } from '../../../src/analysis/semantics/joined.ts';
import { rows } from '../../support/rows.ts';

/** Places of the computed parts, which the statement writes as `?`: N for a name, V for a value. */
const placesOf = (sql: string): string =>
  namePlaces(sql.replaceAll('?', COMPUTED))
    .map((isName) => (isName ? 'N' : 'V'))
    .join('');

rows('namePlaces', placesOf, [
  ['SELECT * FROM ?', 'N'],
  ['SELECT [Number] FROM [?]', 'N'],
  ['SELECT * FROM [?$]', 'N'],
  ['SELECT * FROM [Sheet1$A1:?] WHERE [Id] = 4', 'N'],
  ['SELECT * FROM dbo.? WHERE a = 1', 'N'],
  ['SELECT * FROM ?.orders', 'N'],
  ['SELECT * FROM a, ? WHERE a.id = 1', 'N'],
  ['SELECT * FROM `?`', 'N'],
  ['SELECT * FROM "?"', 'N'],
  ["SELECT * FROM '?'", 'N'],
  ['SELECT ? FROM t', 'N'],
  ['SELECT TOP 10 ?, ? FROM t', 'NN'],
  ['SELECT TOP ? a FROM t', 'V'],
  ['SELECT a, [?] FROM t', 'N'],
  ['SELECT DISTINCT ? FROM t', 'N'],
  ['SELECT MAX(?) AS m FROM t', 'N'],
  ['SELECT ?', 'V'],
  ["SELECT '?' AS a FROM t", 'V'],
  ["SELECT * FROM ? WHERE a = '?'", 'NV'],
  ['SELECT * FROM ? WHERE a = ?', 'NV'],
  ['SELECT * FROM t WHERE ?', 'V'],
  ["SELECT * FROM t WHERE ? = 'open'", 'N'],
  ["SELECT * FROM t WHERE [?] LIKE 'a%' AND ? = 1", 'NN'],
  ["SELECT * FROM t WHERE a LIKE '[?]%'", 'V'],
  ['SELECT * FROM t WHERE a IN (?)', 'V'],
  ['SELECT * FROM t WHERE d >= #?#', 'V'],
  ['SELECT * FROM t WHERE a = "?"', 'V'],
  ['SELECT * FROM t WHERE f(?) = 1', 'V'],
  ['SELECT * FROM OPENROWSET(?)', 'V'],
  ['SELECT * FROM t ?', 'V'],
  ['SELECT * FROM t ORDER BY ?', 'N'],
  ['SELECT * FROM t ORDER BY a, ? ?', 'NN'],
  ['SELECT a FROM t GROUP BY ? HAVING b > ?', 'NV'],
  ['SELECT * FROM a JOIN ? ON a.id = ?.id', 'NN'],
  ['SELECT * FROM (SELECT a FROM ? WHERE b = ?) x ORDER BY a', 'NV'],
  ['SELECT * FROM t LIMIT ?', 'V'],
  ["INSERT INTO [?] (?) VALUES (?, '?')", 'NNVV'],
  ['INSERT INTO t SELECT * FROM ?', 'N'],
  ["UPDATE ? SET state = 'x' WHERE id = ?", 'NV'],
  ["UPDATE t SET ? = 'x'", 'N'],
  ["UPDATE t SET a = '?', ? = 1", 'VN'],
  ['UPDATE t SET ?', 'V'],
  ['DELETE FROM ?', 'N'],
  ['DELETE ? WHERE a = 1', 'N'],
  ['DROP TABLE IF EXISTS ?', 'N'],
  ['TRUNCATE TABLE ?', 'N'],
  ['ALTER TABLE t ADD ? INT', 'N'],
  ['EXEC ? 1', 'N'],
  ["EXEC load '?'", 'V'],
  ['? WHERE a = 1', 'V'],
  ["SELECT * FROM t -- ?\nWHERE a = 'it''s ?'", 'VV'],
  ["SELECT * FROM t WHERE a = '?", 'V'],
]);

const dataOf = (code: string): string | undefined => {
  const found = dataInCode(parse(code, 'visual-basic'));
  return found && `${found.isName ? 'name' : 'value'} ${found.data}`;
};
rows('dataInCode, by place', dataOf, [
  ['"select * from [" & sheet & "$]"', 'name sheet'],
  ['"select * from " & table & vbCrLf & " where id = " & id', 'value id'],
  ['String.Format("select * from {0} where a = \'{1}\'", table, id)', 'value id'],
  ['String.Format("select a from {0} order by {1}", table, column)', 'name table'],
  ['String.Format("select a from {0}", "orders_" & year)', 'name year'],
  ['"select * from #t where a = 1".Replace("#t", table)', 'name table'],
  ['"select * from #t where a = @a".Replace("#t", table).Replace("@a", id)', 'value id'],
]);
