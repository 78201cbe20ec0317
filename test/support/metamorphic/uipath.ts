/** Ways to write the same UiPath workflow differently: what the rules find must not depend on them. */
import { isOutputAnywhere, outputsOf } from '../../../src/analysis/platforms/uipath/outputs.ts';
import { changed, decode, encode, isNode, type Layout, type Node, parse, write } from '../files/xaml-tree.ts';

export interface Transformation {
  readonly name: string;
  /** The same workflow in another form. */
  apply(text: string): string;
  /** Undoes in the subject of a finding what the transformation did to names. */
  subjectBefore?(subject: string): string;
}

const COMPACT: Layout = { gap: () => '' };
const PRETTY: Layout = { gap: (depth) => `\n${'  '.repeat(depth)}` };
const isOutput = (type: string, property: string): boolean =>
  isOutputAnywhere(property) || outputsOf(type).has(property);
const localName = (name: string): string => name.slice(name.indexOf(':') + 1);
const textOf = (node: Node): string => node.children.filter((child) => !isNode(child)).join('');
const isExpression = (value: string): boolean => /^\[[\s\S]+\]$/.test(decode(value).trim());

/** Elements of the XAML language and declarations, whose attributes are no settings. */
const NO_SETTINGS =
  /^(?:x:|Activity$|Variable$|Delegate|ActivityAction|ActivityFunc|(?:In|Out|InOut)Argument$|VisualBasic|CSharp|Literal|scg:)/;
/** Attributes that Studio never writes in another way. */
const NO_SETTING = /[:.]|^(?:xmlns|DisplayName|Name|ArgumentName|Language|Level)$/;

function wrapper(type: string, name: string, value: string): Node {
  const writes = isExpression(value) && isOutput(localName(type), name);
  return {
    name: writes ? 'OutArgument' : 'InArgument',
    attributes: [['x:TypeArguments', 'x:Object']],
    children: [value],
  };
}

/** `<A P="v"/>` as `<A><A.P><InArgument>v</InArgument></A.P></A>`. */
function asElements(text: string): string {
  const change = (node: Node): Node => {
    if (NO_SETTINGS.test(node.name) || node.name.includes('.')) return node;
    const isSetting = ([name, value]: [string, string]): boolean =>
      !NO_SETTING.test(name) && !/^\s*$|^\{/.test(value);
    const moved = node.attributes.filter(isSetting).map(
      ([name, value]): Node => ({
        name: `${node.name}.${name}`,
        attributes: [],
        children: [wrapper(node.name, name, value)],
      }),
    );
    return {
      ...node,
      attributes: node.attributes.filter((attribute) => !isSetting(attribute)),
      children: [...moved, ...node.children],
    };
  };
  return write(changed(parse(text), change), PRETTY);
}

/** The value that an element holds in a form that fits into an attribute. */
function simpleValue(node: Node): string | undefined {
  const [only] = node.children;
  if (node.children.length !== 1 || only === undefined) return undefined;
  if (isNode(only)) return undefined;
  const text = decode(only).trim();
  return encode(text.startsWith('{') ? `{}${text}` : text);
}

/** `<A><A.P><InArgument>v</InArgument></A.P></A>` as `<A P="v"/>`. */
function asAttributes(text: string): string {
  const change = (node: Node): Node => {
    const attributes = [...node.attributes];
    const children = node.children.filter((child) => {
      if (!isNode(child) || !child.name.startsWith(`${node.name}.`)) return true;
      const inner = child.children.filter(isNode);
      const name = child.name.slice(node.name.length + 1);
      const [argument] = inner;
      if (inner.length !== 1 || argument === undefined || !/^(?:In|Out)Argument$/.test(argument.name))
        return true;
      const value = argument.attributes.some(([key]) => key === 'x:Key') ? undefined : simpleValue(argument);
      // In the short form only the reader's table has the directions.
      if (value === undefined || (argument.name === 'OutArgument') !== isOutput(localName(node.name), name))
        return true;
      attributes.push([name, value]);
      return false;
    });
    return {
      ...node,
      attributes,
      children: children.some(isNode) ? children : children.filter((c) => !isNode(c) && c.trim() !== ''),
    };
  };
  return write(changed(parse(text), change), PRETTY);
}

function expressionElement(value: string, writes: boolean): Node {
  return {
    name: writes ? 'VisualBasicReference' : 'VisualBasicValue',
    attributes: [
      ['x:TypeArguments', 'x:Object'],
      ['ExpressionText', encode(decode(value).trim().slice(1, -1))],
    ],
    children: [],
  };
}

/** `<InArgument>[x]</InArgument>` with `<VisualBasicValue ExpressionText="x"/>` in it, and defaults of variables too. */
function asVisualBasicElements(text: string): string {
  const change = (node: Node): Node => {
    if (/^(?:In|Out|InOut)Argument$/.test(node.name) && isExpression(textOf(node)))
      return { ...node, children: [expressionElement(textOf(node), node.name !== 'InArgument')] };
    const value = node.attributes.find(([name]) => name === 'Default')?.[1];
    if (node.name !== 'Variable' || value === undefined || value === '') return node;
    const literal: Node = {
      name: 'Literal',
      attributes: [
        ['x:TypeArguments', 'x:String'],
        ['Value', value],
      ],
      children: [],
    };
    const inner = isExpression(value) ? expressionElement(value, false) : literal;
    return {
      ...node,
      attributes: node.attributes.filter(([name]) => name !== 'Default'),
      children: [...node.children, { name: 'Variable.Default', attributes: [], children: [inner] }],
    };
  };
  return write(changed(parse(asElements(text)), change), PRETTY);
}

/** In front of every name: a word that says nothing about what a symbol holds. */
const PREFIX = 'zq_';
/** Names that Studio or the framework gives, which rules know. */
const KNOWN =
  /^(?:BreakTriggerScopeVariableName|in_Config|in_TransactionItem|in_TransactionNumber|io_TransactionData|io_dt_TransactionData)$/;

function declaredNames(node: Node, found = new Set<string>()): Set<string> {
  if (/^(?:x:Property|Variable|Delegate(?:In|Out)Argument)$/.test(node.name)) {
    const name = node.attributes.find(([key]) => key === 'Name')?.[1];
    if (name !== undefined && !KNOWN.test(name)) found.add(name);
  }
  for (const child of node.children) if (isNode(child)) declaredNames(child, found);
  return found;
}

/** Strings of both languages, and members, which only look like symbols; then names. */
const PIECES =
  /\$"(?:\{[^{}]*\}|[^"\\{]|\\.|"")*"|@?"(?:[^"\\]|\\.|"")*"|\.\s*[\p{L}_][\p{L}\p{N}_]*|[\p{L}_][\p{L}\p{N}_]*/gu;

function renamedIn(code: string, names: ReadonlySet<string>): string {
  return code.replace(PIECES, (piece) => {
    if (piece.startsWith('$'))
      return piece.replace(/\{([^{}]*)\}/g, (_, hole: string) => `{${renamedIn(hole, names)}}`);
    if (/^[@".]/.test(piece)) return piece;
    return names.has(piece.toLowerCase()) ? PREFIX + piece : piece;
  });
}

function renamed(text: string): string {
  const root = parse(text);
  const names = new Set([...declaredNames(root)].map((name) => name.toLowerCase()));
  const has = (name: string): boolean => names.has(name.toLowerCase());
  const inExpression = (value: string): string => encode(renamedIn(decode(value), names));
  const isDeclaration = (name: string): boolean => /^(?:x:Property|Variable|Delegate)/.test(name);
  const change = (node: Node): Node => ({
    ...node,
    attributes: node.attributes.map(([name, value]): [string, string] => {
      const [, prefix, own] = /^(this:\w+\.)(\w+)$/.exec(name) ?? [];
      const key = prefix !== undefined && own !== undefined && has(own) ? prefix + PREFIX + own : name;
      if (isDeclaration(node.name) && name === 'Name') return [name, has(value) ? PREFIX + value : value];
      const isCode =
        isExpression(value) ||
        name === 'ExpressionText' ||
        (name === 'Code' && /InvokeCode$/.test(node.name));
      const template = value.replace(/\{\{(\w+)\}\}/g, (all, own: string) =>
        has(own) ? `{{${PREFIX}${own}}}` : all,
      );
      return [key, isCode ? inExpression(value) : template];
    }),
    children: node.children.map((child) => {
      if (isNode(child)) return child;
      const isCode =
        isExpression(child) || /^(?:VisualBasic|CSharp)(?:Value|Reference)$/.test(localName(node.name));
      return isCode ? inExpression(child) : child;
    }),
  });
  return write(changed(root, change), PRETTY);
}

/** Another prefix for the namespace that nearly every activity is in. */
function otherPrefix(text: string): string {
  const rename = (name: string): string => name.replace(/^(xmlns:)?ui(?=:|$)/, '$1p7');
  const change = (node: Node): Node => ({
    ...node,
    name: rename(node.name),
    attributes: node.attributes.map(([name, value]): [string, string] => [
      rename(name),
      name === 'x:TypeArguments' || name === 'Type' ? value.replace(/\bui:/g, 'p7:') : value,
    ]),
  });
  return write(changed(parse(text), change), PRETTY);
}

/** Some letters of every value as references to characters. */
function withReferences(text: string): string {
  const change = (node: Node): Node => ({
    ...node,
    attributes: node.attributes.map(([name, value]): [string, string] => [
      name,
      name.startsWith('xmlns')
        ? value
        : encode(decode(value)).replace(
            /[ae](?![\w#]*;)/g,
            (letter) => `&#x${letter.charCodeAt(0).toString(16)};`,
          ),
    ]),
  });
  return write(changed(parse(text), change), PRETTY);
}

/** Each takes a whole workflow. */
export const TRANSFORMATIONS: readonly Transformation[] = [
  { name: 'indented', apply: (text) => write(parse(text), PRETTY) },
  { name: 'on a single line', apply: (text) => write(parse(text), COMPACT) },
  {
    name: 'one attribute a line, in single quotes',
    apply: (text) => write(parse(text), { ...PRETTY, quote: "'", between: '\n    ' }),
  },
  {
    name: 'with comments',
    apply: (text) =>
      write(parse(text), { gap: (depth) => `\n${'\t'.repeat(depth)}<!-- <a Password="x"/> -->` }),
  },
  {
    name: 'with a declaration and a byte-order mark',
    apply: (text) => `\uFEFF<?xml version="1.0" encoding="utf-8"?>\n${text}`,
  },
  { name: 'with CRLF line ends', apply: (text) => text.replace(/\r?\n/g, '\r\n') },
  { name: 'with character references', apply: withReferences },
  { name: 'with another prefix', apply: otherPrefix },
  { name: 'with settings as elements', apply: asElements },
  { name: 'with settings as attributes', apply: asAttributes },
  { name: 'with expressions as elements', apply: asVisualBasicElements },
  { name: 'with other names', apply: renamed, subjectBefore: (subject) => subject.replaceAll(PREFIX, '') },
];
