/** Names, code or addresses have invisible or look-alike characters. */
import { ANY_NON_LATIN, defineRule, type Problem } from '../../model/rule.ts';
import { asText, type Text } from '../../model/text.ts';
import type { Anchor, Expression, Note, Value, Workflow } from '../../model/workflow.ts';
import {
  deceivingCharacter,
  invisibleCharacter,
  isSuspicious,
  isSuspiciousRange,
  lookAlike,
} from '../../patterns/texts/hidden-characters.ts';
import { isServiceUrl } from '../../semantics/http-url.ts';
import { isAbsolutePath } from '../../semantics/local-path.ts';

const HIDDEN = /[\u200B-\u200D\u202A-\u202E\u2060\u2066-\u2069\uFEFF\u{E0000}-\u{E007F}]/gu;

/** Returns whether a value may have such characters. */
function mayDeceive(value: Value | Expression | Note): boolean {
  const { raw } = value;
  return raw === undefined ? isSuspicious(value.text) : isSuspiciousRange(raw);
}

/** Returns the problem of a name that expressions or people refer to. */
function inName(name: string): string | undefined {
  if (!isSuspicious(name)) return undefined;
  const invisible = invisibleCharacter(name);
  if (invisible !== undefined) return `has the invisible character ${invisible} in it`;
  const alike = lookAlike(name);
  return alike === undefined ? undefined : `has ${alike} in it, which only looks like a Latin letter`;
}

/** Returns the problem of a text. In prose, marks that join letters or break lines are normal. */
function inText(text: string): string | undefined {
  if (!isSuspicious(text)) return undefined;
  const shown = text.replace(HIDDEN, '');
  const exact = isServiceUrl(shown) || isAbsolutePath(shown);
  const found = exact ? invisibleCharacter(text) : deceivingCharacter(text);
  if (found !== undefined) return `has the hidden character ${found} in it`;
  const alike = isServiceUrl(shown) ? lookAlikeInHost(shown) : undefined;
  return alike && `names a host with ${alike} in it, which only looks like a Latin letter`;
}

/** Returns a look-alike in a part of a host whose other letters are Latin; hosts in other alphabets are genuine. */
function lookAlikeInHost(address: string): string | undefined {
  const host = /:\/\/([^/?#]*)/.exec(address)?.[1] ?? '';
  for (const part of host.split('.')) {
    const found = lookAlike(part);
    if (found !== undefined) return found;
  }
  return undefined;
}

/** Checks an expression: its words as names, its texts as texts, and direction marks anywhere in its source. */
function* inExpression(expression: Expression, known: Set<string>): Generator<[string, string]> {
  for (const { kind, text } of expression.tokens) {
    if (kind === 'string') {
      const wrong = inText(text);
      if (wrong !== undefined) yield [expression.name, wrong];
    } else if ((kind === 'name' || kind === 'symbol') && !known.has(text)) {
      const wrong = inName(text);
      if (wrong !== undefined) {
        known.add(text);
        yield [text, wrong];
      }
    }
  }
}

/** Yields the texts to check, except expressions. */
function* suspiciousTexts(workflow: Workflow): Generator<Text> {
  for (const { properties } of workflow.activities)
    for (const property of properties)
      if (property.expression === undefined && mayDeceive(property)) yield asText(property, 'literal');
  for (const { default: value } of [...workflow.variables, ...workflow.arguments])
    if (value !== undefined && mayDeceive(value)) yield asText(value, 'default');
  for (const note of workflow.notes) if (mayDeceive(note)) yield note;
}

function problem(at: Anchor, name: string, wrong: string): Problem {
  const clean = name.replace(HIDDEN, '');
  return { at, message: `"${clean}" ${wrong}.`, subject: `hidden character in ${clean}` };
}

/** Separators of the words in a name. */
const BETWEEN_WORDS = /[\s_-]+/;
/** Characters invisible in every script; joiners are normal in emoji and some languages. */
const NEVER_SEEN = /[\u200B\u2060\uFEFF]/;

/** Returns the problem of a step's name; where steps have keys, expressions refer to it and a twin can stand in. */
function inStepName(name: string, isKey: boolean): string | undefined {
  const found =
    deceivingCharacter(name) ?? (isKey && NEVER_SEEN.test(name) ? invisibleCharacter(name) : undefined);
  if (found !== undefined) return `has the hidden character ${found} in its name`;
  if (!isKey) return undefined;
  for (const word of name.split(BETWEEN_WORDS)) {
    const alike = lookAlike(word);
    if (alike !== undefined) return `has ${alike} in its name, which only looks like a Latin letter`;
  }
  return undefined;
}

/** Checks each identifier once: at its declaration, or where it is first mentioned. */
function* identifiers(workflow: Workflow, known: Set<string>): Generator<Problem> {
  for (const symbol of [...workflow.variables, ...workflow.arguments]) {
    const wrong = known.has(symbol.name) ? undefined : inName(symbol.name);
    if (wrong === undefined) continue;
    known.add(symbol.name);
    yield problem(symbol, symbol.name, wrong);
  }
  for (const activity of workflow.activities) {
    // Names of steps are prose, but must not be shown as something else.
    const { rawName } = activity;
    const isOdd = rawName === undefined ? isSuspicious(activity.name) : isSuspiciousRange(rawName);
    if (!isOdd) continue;
    const wrong = inStepName(activity.name, workflow.platform === 'power-automate');
    if (wrong !== undefined) yield problem(activity, activity.name, wrong);
  }
}

export const rule = defineRule({
  id: 'XPL-SEC-019',
  version: 2,
  title: 'Hidden or confusable characters',
  platforms: ['uipath', 'power-automate', 'automation-anywhere', 'blue-prism'],
  category: 'security',
  severity: 'high',
  confidence: 'high',
  kind: 'issue',
  preset: 'recommended',
  why: 'What a reviewer reads is not what runs: a name is another name, an address leads elsewhere, a path does not exist.',
  fix: 'Delete the name, address or text and type it anew; do not paste it. Paths that were copied from a Windows properties window often begin with such a character.',
  compliance: ['CODE'],
  controls: ['CWE-1007'],
  options: {},
  includeDisabled: true,
  level: 'workflow',
  words: [ANY_NON_LATIN],
  *check(workflow) {
    const known = new Set<string>();
    yield* identifiers(workflow, known);
    for (const expression of workflow.expressions) {
      if (!mayDeceive(expression)) continue;
      for (const [name, wrong] of inExpression(expression, known)) yield problem(expression, name, wrong);
    }
    for (const text of suspiciousTexts(workflow)) {
      const code = text.kind === 'code' ? invisibleCharacter(text.text) : undefined;
      const wrong = code === undefined ? inText(text.text) : `has the hidden character ${code} in it`;
      if (wrong !== undefined) yield problem(text, text.name, wrong);
    }
  },
  examples: {
    uipath: {
      bad: [
        // U+0430 is the Cyrillic a.
        `<Variable x:TypeArguments="x:String" Name="p\u0430yee" Default="north" />`,
        `<ui:OpenBrowser Url="https://shop.example.com/\u200Blogin" />`,
      ],
      good: [
        `<Variable x:TypeArguments="x:String" Name="\u0441\u0443\u043C\u043C\u0430" Default="north" />`,
        `<ui:LogMessage DisplayName="Log \u{1F3F4}\u{E0067}\u{E0062}\u{E007F}" Message="[&quot;done&quot;]" />`,
        // Near miss: a Latin prefix before a word of another language.
        `<Variable x:TypeArguments="x:String" Name="str\u0421\u0443\u043C\u043C\u0430" Default="north" />`,
      ],
    },
    'power-automate': {
      bad: [
        `"P\u0430y": {"type": "Compose", "inputs": 1}`,
        `"Send\u200B_mail": {"type": "Compose", "inputs": 1}`,
        `"Get": {"type": "Http", "inputs": {"method": "GET", "uri": "https://api.example.com/\u200Borders"}, "runAfter": {}}`,
        `"Note": {"type": "Compose", "inputs": "Pay \u202E1000\u202C now", "runAfter": {}}`,
        `"Get": {"type": "Http", "inputs": {"method": "GET", "uri": "https://\u0430pi.example.com/orders"}, "runAfter": {}}`,
      ],
      good: [
        // Near miss: words of two languages in the name of an action, and an emoji that is joined.
        `"Mail \u0441\u0443\u043C\u043C\u0430": {"type": "Compose", "inputs": 1}, "\u{1F468}\u200D\u{1F4BB} Work": {"type": "Compose", "inputs": 1}`,
        `"Get": {"type": "Http", "inputs": {"method": "GET", "uri": "https://api.example.com/orders"}, "runAfter": {}}`,
        `"Get": {"type": "Http", "inputs": {"method": "GET", "uri": "https://\u043F\u043E\u0447\u0442\u0430.example.com/?q=\u0430b"}, "runAfter": {}}`,
        `"Note": {"type": "Compose", "inputs": "\u0417\u0430\u043A\u0430\u0437 is Russian for order", "runAfter": {}}`,
        // Near miss: prose with an emoji that is joined of two, and a place where a line may break.
        `"Note": {"type": "Compose", "inputs": "Thanks \u{1F469}\u200D\u{1F4BB} for every\u200Bthing", "runAfter": {}}`,
      ],
    },
    'automation-anywhere': {
      bad: [
        `"variables": [{"name": "sP\u0430yee", "type": "STRING"}]`,
        `{"commandName": "deleteFiles", "packageName": "File", "attributes": [{"name": "filePath", "value": {"type": "STRING", "string": "\u202AC:\\\\Work\\\\old.txt"}}]}`,
      ],
      good: [
        `"variables": [{"name": "sPayee", "type": "STRING"}]`,
        `{"commandName": "deleteFiles", "packageName": "File", "attributes": [{"name": "filePath", "value": {"type": "STRING", "string": "C:\\\\Work\\\\\u00C4lter.txt"}}]}`,
        // Near miss: prose with a place where a line may break.
        `{"commandName": "logToFile", "packageName": "LogToFile", "attributes": [{"name": "logContent", "value": {"type": "STRING", "string": "every\u200Bthing is done"}}]}`,
      ],
    },
    'blue-prism': {
      bad: [
        '<stage stageid="d1" name="P\u0430yee" type="Data"><datatype>text</datatype><initialvalue>north</initialvalue></stage>',
        '<stage stageid="d1" name="Shop" type="Data"><datatype>text</datatype><initialvalue>https://shop.example.com/\u2066login</initialvalue></stage>',
      ],
      good: [
        '<stage stageid="d1" name="Payee" type="Data"><datatype>text</datatype><initialvalue>north</initialvalue></stage>',
        '<stage stageid="d1" name="\u03A3\u03CD\u03BD\u03BF\u03BB\u03BF" type="Data"><datatype>text</datatype><initialvalue>north</initialvalue></stage>',
        // Near miss: prose with a place where a line may break.
        '<stage stageid="d1" name="Greeting" type="Data"><datatype>text</datatype><initialvalue>Every\u200Bthing is done</initialvalue></stage>',
      ],
    },
  },
});
