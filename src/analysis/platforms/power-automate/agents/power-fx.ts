/** Formulas of Power Fx in agents, which begin with `=`. They are texts here: only a literal is understood. */
import { DocumentText } from '../../document-text.ts';
import type { ExpressionSyntax } from '../../expression-syntax.ts';

const NOTHING: readonly never[] = [];
/** A text in double quotation marks, which are doubled inside of it. */
const LITERAL = /^\s*"((?:[^"]|"")*)"\s*$/;

/** The syntax of Power Fx. */
export const POWER_FX: ExpressionSyntax = {
  language: 'power-fx',
  tokens: (text) => {
    const literal = LITERAL.exec(text)?.[1];
    return literal === undefined ? NOTHING : [{ kind: 'string', text: literal.replaceAll('""', '"') }];
  },
  plainMentions: () => NOTHING,
  mentions: () => NOTHING,
  mayBeLiteral: (text) => text.includes('"'),
  literal: (tokens) => (tokens.length === 1 ? tokens[0]!.text : undefined),
};

/** Documents of YAML are decoded: no text of them stands in the file as it is. */
export const NO_DOCUMENT = new DocumentText(Buffer.alloc(0));
