/**
 * Texts that people write beside the stages, and the global code of objects: the longest texts, which few rules read.
 */
import type { Expression, Note, Position, RawText } from '../../../model/workflow.ts';
import type { DocumentText } from '../../document-text.ts';
import { makeExpression } from '../../expression.ts';
import type { ExpressionSyntax } from '../../expression-syntax.ts';
import type { Placed, ReleaseReading } from '../reading.ts';
import type { StageReading } from './stage-reading.ts';

/** A class, so that the text is cut out of the document only on access. */
class PlacedNote implements Note, RawText {
  readonly at: Position;
  readonly owner: number;
  readonly name: string;
  readonly kind: Note['kind'];
  readonly start: number;
  readonly end: number;
  private readonly document: DocumentText;
  private own: string | undefined;

  readonly about: Note['about'];

  constructor(
    { kind, owner, name, about }: Pick<Note, 'kind' | 'owner' | 'name' | 'about'>,
    { at, start, end, document, own }: Placed,
  ) {
    this.at = at;
    this.owner = owner;
    this.name = name;
    this.kind = kind;
    this.about = about;
    this.start = start;
    this.end = end;
    this.document = document;
    this.own = own;
  }

  get text(): string {
    this.own ??= this.document.slice(this.start, this.end);
    return this.own;
  }

  get raw(): RawText | undefined {
    return this.start === -1 ? undefined : this;
  }

  get bytes(): Buffer {
    return this.document.bytes;
  }
}

class CodeNote extends PlacedNote {
  readonly #syntax: ExpressionSyntax;
  #code: Expression | undefined;

  constructor(note: Pick<Note, 'owner' | 'name'>, placed: Placed, syntax: ExpressionSyntax) {
    super({ ...note, kind: 'code', about: undefined }, placed);
    this.#syntax = syntax;
  }

  get code(): Expression {
    this.#code ??= makeExpression(this.#syntax, this.text, this);
    return this.#code;
  }
}

/** Adds the code that all stages of an object share, unless it is blank. */
export function addCodeNote(reading: StageReading, owner: number, name: string, placed: Placed): void {
  const { codeSyntax, draft } = reading;
  const text = placed.trimmed();
  if (codeSyntax === undefined) addNote(reading, 'code', owner, name, text);
  else if (!text.isEmpty) draft.notes.push(new CodeNote({ owner, name }, text, codeSyntax));
}

/** Adds a text that a person wrote, unless it is blank. */
export function addNote(
  { draft }: ReleaseReading,
  kind: Note['kind'],
  owner: number,
  name: string,
  placed: Placed,
): void {
  const text = placed.trimmed();
  if (!text.isEmpty) draft.notes.push(new PlacedNote({ kind, owner, name, about: undefined }, text));
}

/** Adds the description of a variable or argument, unless it is blank. */
export function addSymbolNote(
  { draft }: ReleaseReading,
  { owner, name, symbol }: Pick<Note, 'owner' | 'name'> & { readonly symbol: Position },
  placed: Placed,
): void {
  const text = placed.trimmed();
  if (text.isEmpty) return;
  draft.notes.push(new PlacedNote({ kind: 'annotation', owner, name, about: { symbol } }, text));
}
