/** Trees of the workflow definition language, and the values that they have in a flow. */
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import fc from 'fast-check';
import { type CallArgument, EXPR_LIMITS, type Expr } from '../../../src/analysis/model/expr.ts';
import { readsIn } from '../../../src/analysis/patterns/power-automate/flow-reads.ts';
import { valueInFlow } from '../../../src/analysis/patterns/power-automate/flow-values.ts';
import {
  templateSyntax,
  wholeSyntax,
} from '../../../src/analysis/platforms/power-automate/expressions/expressions.ts';
import {
  CodeScanner,
  readTemplate,
} from '../../../src/analysis/platforms/power-automate/expressions/lexer.ts';
import { checkTree, corpusExpressions, printed, shownValue } from '../../support/analysis/trees.ts';
import { CORPUS_ABSENT } from '../../support/files/corpus.ts';
import { readFlow, readFragment, SCHEMA } from '../../support/files/flow.ts';

/** Ranges of the tokens in a piece of code. */
function tokensIn(text: string, from: number, embedded: boolean) {
  const scanner = new CodeScanner(text, from, embedded);
  const tokens: { start: number; end: number }[] = [];
  for (scanner.advance(); scanner.kind !== 'end'; scanner.advance())
    tokens.push({ start: scanner.start, end: scanner.end });
  return { tokens, end: scanner.start };
}

/** Ranges of everything in a text with code in it. */
function partsIn(text: string) {
  const ranges: { start: number; end: number }[] = [];
  readTemplate(text, {
    text: (start, end) => {
      if (end > start) ranges.push({ start, end });
    },
    code: (start) => {
      const { tokens, end } = tokensIn(text, start, true);
      ranges.push(...tokens);
      return end;
    },
  });
  return ranges;
}

const isTemplate = (text: string): boolean => /(?<!@)@\{/.test(text);

function parse(written: string): { readonly tree: Expr; readonly text: string } {
  const text = written[0] === '@' && written[1] !== '{' ? written.slice(1) : written;
  return { text, tree: (text === written ? templateSyntax : wholeSyntax).tree!(text) };
}

function check(written: string) {
  const { tree, text } = parse(written);
  return checkTree(tree, text, text === written ? partsIn(text) : tokensIn(text, 0, false).tokens);
}

/** Prints a tree as source. */
function sourceOf(tree: Expr, text: string): string {
  const inner = (part: Expr) => sourceOf(part, text);
  const list = (args: readonly CallArgument[]) => args.map(({ value }) => inner(value)).join();
  switch (tree.kind) {
    case 'literal':
      return tree.type === 'text' ? `'${tree.value.replaceAll("'", "''")}'` : tree.value;
    case 'reference':
      return tree.name;
    case 'member':
      return `${inner(tree.object!)}${tree.isOptional ? '?' : ''}.${tree.name}`;
    case 'index':
      return `${inner(tree.object)}${tree.isOptional ? '?' : ''}[${list(tree.args)}]`;
    case 'call':
      return `${inner(tree.callee)}(${list(tree.args)})`;
    case 'interpolation':
      return tree.parts.map((part) => pieceOf(part, text) ?? `@{${inner(part)}}`).join('');
    default:
      throw new Error(`no source of ${tree.kind}`);
  }
}

/** Returns the source of a piece of text between code; a literal in code has quotes. */
function pieceOf(part: Expr, text: string): string | undefined {
  const source = text.slice(part.start, part.end);
  return part.kind === 'literal' && source.replaceAll('@@{', '@{') === part.value && part.type === 'text'
    ? source
    : undefined;
}

describe('trees', () => {
  const TREES: readonly (readonly [written: string, tree: string])[] = [
    ["@concat('a', 1.5e3, true, Null)", '(call concat "a" 1.5e3 true Null)'],
    ['@guid()', '(call guid)'],
    ["@outputs('A b')?['x/y'][-1]", '([] (?[] (call outputs "A b") "x/y") -1)'],
    ["@body('a').$b_1?.c", '(?. (. (call body "a") $b_1) c)'],
    ["@'it''s'", '"it\'s"'],
    ["@items('L')[variables('i')]", '([] (call items "L") (call variables "i"))'],
    ["a@{b('}')}c", '(join "a" (call b "}") "c")'],
    ['@{f(1)}', '(join (call f 1))'],
    ['@{x}@{y}', '(join x y)'],
    ['x@@{y}@{z}', '(join "x@{y}" z)'],
    [' @ {x}@{y}', '(join " @ {x}" y)'],
    ["@true('x')", '(call true "x")'],
    // Damaged: what is whole around it stands.
    ["@concat('open", "(call concat <'open> <>)"],
    ["@concat('a', f(1", '(call concat "a" (call f 1 <>) <>)'],
    ["@f(a b, 'c')", '(call f <a b> "c")'],
    ["@f(, 'c',)", '(call f <> "c" <>)'],
    ["@f(1 + g(2), 'c')", '(call f <1 + g(2)> "c")'],
    ["@f('c', x[1)", '(call f "c" ([] x 1 <>))'],
    ["@f(x?, 'c')", '(call f <x?> "c")'],
    ['@user@example.com', '<user@example.com>'],
    ["@f('a') and more", "<f('a') and more>"],
    ['@-', '<->'],
    ['a@{}b@{open', '(join "a" <> "b" open)'],
    ['a@{1 2}b', '(join "a" <1 2> "b")'],
    ["@(f('a'))", "<(f('a'))>"],
  ];
  for (const [written, tree] of TREES) {
    it(`parses ${written}`, () => {
      const found = parse(written);
      assert.equal(printed(found.tree, found.text), tree);
      check(written);
    });
  }

  it('has every token of any text in one place', () => {
    const piece = fc.constantFrom(
      ...[
        "f('x')",
        "'a''b'",
        "'",
        '(',
        ')',
        '[',
        ']',
        ',',
        '.',
        '?',
        '@{',
        '}',
        '@@{',
        ' ',
        '-1',
        'name',
        '\ud800',
      ],
    );
    fc.assert(
      fc.property(fc.array(piece, { maxLength: 20 }), (pieces) => {
        const text = pieces.join('');
        checkTree(wholeSyntax.tree!(text), text, tokensIn(text, 0, false).tokens);
        if (isTemplate(text)) checkTree(templateSyntax.tree!(text), text, partsIn(text));
      }),
      { numRuns: 500 },
    );
  });

  const literal = fc.oneof(
    fc
      .string({ maxLength: 5 })
      .map((value) => ({ source: `'${value.replaceAll("'", "''")}'`, tree: JSON.stringify(value) })),
    fc.integer().map((value) => ({ source: String(value), tree: String(value) })),
    fc.constantFrom('true', 'null').map((value) => ({ source: value, tree: value })),
  );
  const name = fc.constantFrom('concat', 'x', '$b', 'é1');
  const anyTree = fc.letrec<{ code: { source: string; tree: string } }>((tie) => ({
    code: fc.oneof(
      { maxDepth: 4 },
      literal,
      fc.tuple(name, fc.array(tie('code'), { maxLength: 3 })).map(([called, args]) => ({
        source: `${called}( ${args.map(({ source }) => source).join(' ,')})`,
        tree: `(call ${[called, ...args.map(({ tree }) => tree)].join(' ')})`,
      })),
      fc.tuple(tie('code'), fc.boolean(), name).map(([object, isOptional, member]) => ({
        source: `${object.source}${isOptional ? '?' : ''}.${member}`,
        tree: `(${isOptional ? '?' : ''}. ${object.tree} ${member})`,
      })),
      fc.tuple(tie('code'), fc.boolean(), tie('code')).map(([object, isOptional, at]) => ({
        source: `${object.source} ${isOptional ? '?' : ''}[${at.source}]`,
        tree: `(${isOptional ? '?' : ''}[] ${object.tree} ${at.tree})`,
      })),
    ),
  })).code;

  it('parses what a printer wrote to the same tree', () => {
    fc.assert(
      fc.property(anyTree, ({ source, tree }) => {
        assert.equal(printed(wholeSyntax.tree!(source), source), tree);
        const text = `a ${`@{${source}}`}`;
        assert.equal(printed(templateSyntax.tree!(text), text), `(join "a " ${tree})`);
      }),
      { numRuns: 300 },
    );
  });

  it('bounds the height and the nodes of hostile trees', () => {
    const { nodesMax, depthMax } = EXPR_LIMITS;
    const size = 50_000;
    for (const part of [
      '(',
      'f(',
      '[',
      'a[',
      'a.',
      'a?',
      'f(a,',
      ',',
      "'",
      "''",
      "'a',",
      '@{',
      '@{a}',
      ')',
      'a(),',
      '\ud800',
    ]) {
      for (const text of [part.repeat(size), `f(${part.repeat(size)}`]) {
        const shape = checkTree(wholeSyntax.tree!(text), text, []);
        const inTemplate = checkTree(templateSyntax.tree!(text), text, []);
        for (const { nodes, height } of [shape, inTemplate]) {
          assert.ok(height <= depthMax + 2, `${part}: height ${height}`);
          assert.ok(nodes <= nodesMax + 2 * depthMax, `${part}: ${nodes} nodes`);
        }
      }
    }
  });

  it('are whole for every real expression but the known ones', { skip: CORPUS_ABSENT }, () => {
    const damaged: string[] = [];
    let count = 0;
    for (const { language, text, tree } of corpusExpressions('power-automate')) {
      if (language !== 'workflow-definition' || tree.kind === 'reference') continue;
      count += 1;
      const tokens = tree.kind === 'interpolation' ? partsIn(text) : tokensIn(text, 0, false).tokens;
      if (!checkTree(tree, text, tokens).isWhole) {
        damaged.push(text);
        continue;
      }
      const syntax = tree.kind === 'interpolation' ? templateSyntax : wholeSyntax;
      assert.deepEqual(syntax.tokens(sourceOf(tree, text)), syntax.tokens(text), text);
    }
    assert.ok(count > 1000);
    // Their author doubled the quotes of code, which made texts of it.
    assert.deepEqual(
      damaged.filter((text) => !text.includes("''")),
      [],
    );
    assert.ok(damaged.length < 0.005 * count, `${damaged.length} of ${count}`);
  });
});

describe('values', () => {
  const write = (type: string, name: string, value: unknown) => ({ type, inputs: { name, value } });
  const start = (name: string, type: string, value?: unknown) => ({
    type: 'InitializeVariable',
    inputs: { variables: [{ name, type, value }] },
  });
  const workflow = readFlow(
    JSON.stringify({
      definition: {
        $schema: SCHEMA,
        contentVersion: '1.0.0.0',
        parameters: { Host: { type: 'String', defaultValue: 'api.example.com' } },
        actions: {
          A: start('once', 'string', 'fixed'),
          B: start('twice', 'string', 'first'),
          C: write('SetVariable', 'twice', 'second'),
          D: start('added', 'string', ''),
          E: write('AppendToStringVariable', 'added', 'more'),
          F: start('computed', 'string', "@concat('https://', triggerBody()?['host'])"),
          G: start('circle', 'string', "@concat('a', variables('circle'))"),
          H: start('rows', 'array', ['x']),
          Text: { type: 'Compose', inputs: "@toUpper(variables('once'))" },
          Parts: { type: 'Compose', inputs: { name: 'n', deep: { er: 1 } } },
          Read: { type: 'Http', inputs: { method: 'GET', uri: 'https://api.example.com' } },
        },
      },
    }),
  );

  const VALUES: readonly (readonly [written: string, value: string])[] = [
    ["@concat('a', 1, null, true, '')", 'a1true'],
    ["a@{concat('b', item())}c@{'d'}", 'ab+<(call item)>+cd'],
    ["@toLower(concat('HTTPS://', item()))", 'https://+<(call item)>'],
    ["@replace(trim(' a-b '), '-', '+')", 'a+b'],
    ["@substring('abcdef', 2, 3)", 'cde'],
    ["@substring('abcdef', 2)", 'cdef'],
    ["@if(equals(item(), 1), 'a', 'b')", 'a | b'],
    ["@if(true, 'a', item())", 'a'],
    ["@concat('x', if(item(), 'a', 'b'))", 'xa | xb'],
    ["@coalesce(null, item(), 'a', 'b')", '<(call item)> | a'],
    ["@base64('svc:x')", 'c3ZjOng= (svc:x)'],
    ["@base64ToString(base64('svc:x'))", 'svc:x'],
    ["@base64ToString('no base64')", '<(call base64ToString "no base64")>'],
    ["@uriComponentToString(uriComponent('a b'))", 'a b'],
    ["@uriComponentToString('%')", '<(call uriComponentToString "%")>'],
    ["@last(split('a,b', ','))", 'b'],
    ["@split('a,b', ',')[0]", 'a'],
    ["@join(createArray('a', item()), '-')", 'a-+<(call item)>'],
    ['@json(\'[1, "x"]\')', '[1, x]'],
    ["@json('{')", '<(call json "{")>'],
    ['@guid()', '<(call guid)>'],
    ["@variables('ONCE')", 'fixed'],
    ["@variables('twice')", 'first | second'],
    ["@variables('added')", '<(call variables "added")>'],
    ["@variables('rows')", '<(call variables "rows")>'],
    ["@variables('circle')", 'a+<(call variables "circle")>'],
    ["@concat(variables('once'), outputs('Text'))", 'fixedFIXED'],
    ["@body('Text')?['x']", '<(?[] (call body "Text") "x")>'],
    ["@outputs('Parts')?['name']", 'n'],
    ["@outputs('Read')", '<(call outputs "Read")>'],
    [
      "@concat('https://', parameters('Host'))",
      'https://api.example.com | https://+<(call parameters "Host")>',
    ],
  ];
  for (const [written, value] of VALUES) {
    it(`knows of ${written}`, () => {
      const { tree, text } = parse(written);
      assert.equal(shownValue(valueInFlow(workflow, tree), text), value);
    });
  }

  it('names what computes the rest of a variable', () => {
    const value = valueInFlow(workflow, parse("@variables('computed')").tree);
    assert.ok(value.kind === 'joined' && value.parts.length === 2);
    const [, { from }] = value.parts as [unknown, { from: Expr }];
    assert.deepEqual(
      Array.from(readsIn(from), ({ key }) => key),
      ['trigger'],
    );
  });

  it('bounds values that grow with every variable', () => {
    const doubled = (name: number) => `concat(${`variables('v${name}'),`.repeat(50)}'x')`;
    const deep = (name: number) => `${'concat('.repeat(150)}variables('v${name}')${')'.repeat(150)}`;
    for (const next of [doubled, deep]) {
      const names = Array.from({ length: 60 }, (_, at) => at);
      const actions = names.map((name) => [
        `S${name}`,
        start(`v${name}`, 'string', name === 59 ? 'end' : `@${next(name + 1)}`),
      ]);
      const flow = readFragment(JSON.stringify({ actions: Object.fromEntries(actions) }));
      for (const name of [0, 30, 59]) valueInFlow(flow, parse(`@variables('v${name}')`).tree);
    }
  });
});
