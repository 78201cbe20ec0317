import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { Expr } from '../../../src/analysis/model/expr.ts';
import type { Expression, ExpressionLanguage } from '../../../src/analysis/model/workflow.ts';
import { textTree } from '../../../src/analysis/platforms/automation-anywhere/expressions/tree.ts';
import { bluePrismTree } from '../../../src/analysis/platforms/blue-prism/expressions/tree.ts';
import { parse } from '../../../src/analysis/platforms/dot-net/tree/tree.ts';
import { parseScriptExpression } from '../../../src/analysis/platforms/javascript/parser.ts';
import { robinTree } from '../../../src/analysis/platforms/power-automate/desktop/tree.ts';
import {
  parseCode,
  parseTemplate,
} from '../../../src/analysis/platforms/power-automate/expressions/parser.ts';
import { useOf } from '../../../src/analysis/semantics/data-flow/use-of.ts';
import { COMPUTED } from '../../../src/analysis/semantics/joined.ts';

const TREES: Readonly<Record<ExpressionLanguage, (text: string) => Expr>> = {
  'visual-basic': (text) => parse(text, 'visual-basic'),
  csharp: (text) => parse(text, 'csharp'),
  'workflow-definition': (text) =>
    text.startsWith('@') && !text.startsWith('@{') ? parseCode(text.slice(1)) : parseTemplate(text),
  robin: robinTree,
  a360: textTree,
  'blue-prism': bluePrismTree,
  javascript: parseScriptExpression,
  // Formulas are texts.
  'power-fx': parseScriptExpression,
};

/** Prints the uses of a symbol: position, path, calls, and the text around it. */
function shown(language: ExpressionLanguage, text: string, key: string): string {
  const expression = { language, text, tree: TREES[language](text) } as Expression;
  return useOf(expression, key)
    .map(({ position, path, calls, before, behind }) => {
      const around = position === 'joined' ? ` ${before}|${behind}`.replaceAll(COMPUTED, '_') : '';
      const through = calls.map(({ name, argument }) => ` ${name}#${argument}`).join('');
      return `${position}${path.map((part) => `.${part}`).join('')}${through}${around}`;
    })
    .join('; ');
}

type Case = readonly [text: string, key: string, use: string];
const CASES: Readonly<Record<ExpressionLanguage, readonly Case[]>> = {
  'visual-basic': [
    ['name', 'name', 'whole'],
    ['name.ToString.Trim()', 'name', 'whole.tostring name.tostring.trim#-1'],
    ['"SELECT * FROM t WHERE n=\'" & name & "\'"', 'name', "joined SELECT * FROM t WHERE n='|'"],
    ['String.Format("a {1} b {0}", x, name)', 'name', 'joined a | b {0}'],
    ['$"Hello {name}!"', 'name', 'joined Hello |!'],
    ['If(name = "x", other, "y")', 'name', 'tested'],
    ['row("Name").ToString', 'row', 'whole.name.tostring'],
    ['dt.Rows(i)("Name")', 'dt', 'whole.rows..name'],
    ['dt.Rows(i)("Name")', 'i', 'key'],
    ['name.Replace("\'", "\'\'")', 'name', 'whole replace-doubling-quotes#-1'],
    ['"x {n}".Replace("{n}", name)', 'name', 'joined x |'],
    ['count + 1', 'count', 'tested'],
    ['CInt(name)', 'name', 'whole cint#0'],
    ['Path.Combine("C:\\data", name)', 'name', 'joined C:\\data\\|'],
    ['text.Substring(first)', 'first', 'key text.substring#0'],
    ['CType(name, Int32)', 'name', 'tested'],
    ['"a" & ("b" & name & "c") & "d"', 'name', 'joined ab|cd'],
    ['"a" & String.Format("b {0}", name) & "d"', 'name', 'joined ab |d'],
  ],
  csharp: [
    ['$"a {Name} b"', 'Name', 'joined a | b'],
    ['Name ?? "x"', 'Name', 'whole'],
    ['Name == "x" ? A : B', 'Name', 'tested'],
    ['row["Name"].ToString()', 'row', 'whole.name tostring#-1'],
  ],
  'power-fx': [],
  javascript: [
    ['name + 1', 'name', 'tested'],
    ["'a ' + name", 'name', 'joined a |'],
  ],
  'workflow-definition': [
    ["@concat('a ', variables('Name'), ' b')", 'variable:name', 'joined a | b'],
    ["Name eq '@{triggerBody()?['Title']}' and x", 'trigger', "joined.title Name eq '|' and x"],
    ["@{triggerBody()?['Title']}", 'input:title', 'joined.title |'],
    ["@{triggerOutputs()?['body/Title']}", 'input:title', 'joined.body/title |'],
    ["@equals(body('Get'), 1)", 'action:get', 'whole equals#0'],
    ["@if(equals(variables('a'), 1), variables('b'), '')", 'variable:a', 'tested equals#0'],
    ["@if(equals(variables('a'), 1), variables('b'), '')", 'variable:b', 'whole'],
    ["@replace(variables('a'), '''', '''''')", 'variable:a', 'whole replace-doubling-quotes#0'],
    ["@uriComponent(outputs('A')?['body/id'])", 'action:a', 'whole.body/id uricomponent#0'],
  ],
  robin: [
    ["$'''SELECT %Name% FROM t'''", 'name', 'joined SELECT | FROM t'],
    ["Row['Name']", 'row', 'whole.name'],
    ['Name.Length', 'name', 'whole.length'],
  ],
  a360: [
    ["SELECT * FROM t WHERE n='$sName$'", 'sname', "joined SELECT * FROM t WHERE n='|'"],
    ['$sName.String:trim$', 'sname', 'whole sname.string:trim#-1'],
    ['$rec{Name}$', 'rec', 'whole.name'],
  ],
  'blue-prism': [
    ['"a " & [Orders.Name]', 'orders', 'joined.name a |'],
    ['"a " & [Orders.Name]', 'orders.name', 'joined.name a |'],
    ['Len([Name])', 'name', 'whole len#0'],
  ],
};

describe('use of a symbol in an expression', () => {
  for (const [language, cases] of Object.entries(CASES) as [ExpressionLanguage, readonly Case[]][])
    for (const [text, key, use] of cases)
      it(`${language}: ${key} in ${text}`, () => {
        assert.equal(shown(language, text, key), use);
      });

  it('takes time that grows with the expression', () => {
    const text = Array.from({ length: 1500 }, (_, at) => `v${at}`).join(' & "x" & ');
    const last = shown('visual-basic', text, 'v1499');
    assert.match(last, /^joined /);
  });
});
