/** Settings as ranges of bytes of their document: their text is cut out of the document only on access. */
import type { Expr } from '../model/expr.ts';
import type {
  Expression,
  ExpressionLanguage,
  Position,
  Property,
  RawText,
  Token,
} from '../model/workflow.ts';
import type { DocumentText } from './document-text.ts';
import { type Analysis, analysisOf, analysisOfText } from './expression-analysis.ts';
import type { ExpressionSyntax } from './expression-syntax.ts';
import { FoundKeys } from './found-keys.ts';

/** Name of a setting; a name that recurs from file to file has a number, see `name-facts.ts`. */
export interface SettingLabel {
  readonly text: string;
  readonly id: number | undefined;
}

const NOTHING: readonly string[] = [];

/**
 * A literal, or with a syntax an expression, which is one object with its setting: a large file has tens of thousands of
 * both. Its text is the range as it stands, or else one of its own, and the range is empty.
 */
export class RangeProperty implements Property, Expression, RawText {
  readonly at: Position;
  readonly owner: number;
  readonly name: string;
  readonly nameId: number | undefined;
  readonly direction: Property['direction'];
  readonly start: number;
  readonly end: number;
  private readonly document: DocumentText;
  private readonly syntax: ExpressionSyntax | undefined;
  private own: string | undefined;
  private known: Analysis | undefined;
  private mentioned: readonly string[] | undefined;

  /**
   * Creates a property.
   * @param syntax undefined for a literal
   * @param start of the text in the document, -1 when it does not stand there as it is
   * @param text for a start of -1
   */
  constructor(
    document: DocumentText,
    at: Position,
    owner: number,
    label: SettingLabel,
    direction: Property['direction'],
    syntax: ExpressionSyntax | undefined,
    start: number,
    end: number,
    text: string | undefined,
  ) {
    this.at = at;
    this.owner = owner;
    this.name = label.text;
    this.nameId = label.id;
    this.direction = direction;
    this.start = start;
    this.end = end;
    this.document = document;
    this.syntax = syntax;
    this.own = text;
    this.known = undefined;
    this.mentioned = undefined;
  }

  get bytes(): Buffer {
    return this.document.bytes;
  }

  get raw(): RawText | undefined {
    return this.start === -1 ? undefined : this;
  }

  get expression(): Expression | undefined {
    return this.syntax === undefined ? undefined : this;
  }

  get text(): string {
    if (this.own !== undefined) return this.own;
    const { syntax } = this;
    if (syntax === undefined || syntax.isPlain === true) this.own = this.document.slice(this.start, this.end);
    else if (syntax.marked === undefined) return this.analysis().text;
    else this.own = syntax.marked(this.analysis().text);
    return this.own;
  }

  // No caller reads the following members of a literal.

  get language(): ExpressionLanguage {
    return this.syntax!.language;
  }

  get tokens(): readonly Token[] {
    return this.analysis().tokens;
  }

  get mentions(): readonly string[] {
    if (this.syntax!.isPlain === true) return NOTHING;
    if (this.syntax!.findMentions === undefined) return this.mentionsOfText();
    this.mentioned ??= this.mentionsInRange() ?? this.analysis().mentions;
    return this.mentioned;
  }

  /**
   * Returns the mentions without a cache: a large file has hundreds of thousands of expressions, each read once or
   * twice, and the analysis has its own cache.
   */
  private mentionsOfText(): readonly string[] {
    const analysis = this.known ?? this.analyse();
    if (!analysis.isRemembered) this.known = analysis;
    return analysis.mentions;
  }

  private mentionsInRange(): readonly string[] | undefined {
    const found = new FoundKeys();
    return this.findMentions(found) ? found.toArray() : undefined;
  }

  /** Finds its mentions without its text; false when that is impossible. */
  findMentions(found: FoundKeys): boolean {
    if (this.start === -1 || this.known !== undefined) return false;
    return this.syntax!.findMentions?.(this.document.bytes, this.start, this.end, found) ?? false;
  }

  get literal(): string | undefined {
    return this.syntax!.isPlain === true ? this.text : this.analysis().literal;
  }

  get tree(): Expr {
    return this.analysis().tree;
  }

  private analysis(): Analysis {
    this.known ??= this.analyse();
    return this.known;
  }

  private analyse(): Analysis {
    return this.own === undefined
      ? analysisOf(this.syntax!, this.document, this.start, this.end)
      : analysisOfText(this.syntax!, this.own);
  }
}

/** Returns a setting whose text does not stand in the document as it is; with a syntax it is an expression. */
export function ownTextProperty(
  document: DocumentText,
  at: Position,
  owner: number,
  label: SettingLabel,
  direction: Property['direction'],
  syntax: ExpressionSyntax | undefined,
  text: string,
): RangeProperty {
  return new RangeProperty(document, at, owner, label, direction, syntax, -1, -1, text);
}
