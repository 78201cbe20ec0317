/**
 * Analyses of expression texts, cached for the life of the thread: the same few hundred expressions stand in most
 * files.
 */
import type { Expr } from '../model/expr.ts';
import { ownText } from '../model/interning/own-text.ts';
import type { Token } from '../model/workflow.ts';
import type { DocumentText } from './document-text.ts';
import type { ExpressionSyntax } from './expression-syntax.ts';
import { stands } from './shared-names.ts';

/** Slots of the table, a power of two; of the texts that share a pair of slots, the last two stay. */
const SLOTS = 8192;
/** Longer expressions seldom recur. */
const TEXT_BYTES_MAX = 500;

/** Lazily computed analysis of a text. */
export class Analysis {
  readonly syntax: ExpressionSyntax;
  readonly text: string;
  #tokens: readonly Token[] | undefined;
  #mentions: readonly string[] | undefined;
  /** Null: not computed yet. */
  #literal: string | undefined | null;

  constructor(syntax: ExpressionSyntax, text: string) {
    this.syntax = syntax;
    this.text = text;
    this.#tokens = undefined;
    this.#mentions = undefined;
    this.#literal = null;
  }

  /** Returns whether a later look-up of the same text is likely to return this object. */
  get isRemembered(): boolean {
    return this.text.length <= TEXT_BYTES_MAX;
  }

  get tokens(): readonly Token[] {
    return (this.#tokens ??= this.syntax.tokens(this.text));
  }

  get mentions(): readonly string[] {
    this.#mentions ??=
      (this.#tokens === undefined ? this.syntax.plainMentions?.(this.text) : undefined) ??
      this.syntax.mentions(this.tokens);
    return this.#mentions;
  }

  get literal(): string | undefined {
    if (this.#literal === null) this.#literal = this.#findLiteral();
    return this.#literal;
  }

  get tree(): Expr {
    let tree = trees.get(this);
    if (tree === undefined) {
      tree = this.syntax.tree?.(this.text) ?? { kind: 'unparsed', start: 0, end: this.text.length };
      trees.set(this, tree);
    }
    return tree;
  }

  #findLiteral(): string | undefined {
    if (this.#tokens === undefined && this.syntax.mayBeLiteral?.(this.text) === false) return undefined;
    return this.syntax.literal(this.tokens);
  }
}

/** Trees apart from their analyses: rules need few of a large file. */
const trees = new WeakMap<Analysis, Expr>();
const slots = new Array<Analysis | undefined>(SLOTS).fill(undefined);

/** Returns the analysis of a text that stands in no document as it is. */
export function analysisOfText(syntax: ExpressionSyntax, text: string): Analysis {
  if (text.length > TEXT_BYTES_MAX) return new Analysis(syntax, text);
  let hash = text.length;
  for (let at = 0; at < text.length; at += 1) hash = Math.imul(hash ^ text.charCodeAt(at), 0x01000193);
  const slot = slotOf(hash);
  const first = slots[slot];
  if (first !== undefined && first.syntax === syntax && first.text === text) return first;
  const second = slots[slot + 1];
  if (second !== undefined && second.syntax === syntax && second.text === text) return second;
  return remember(slot, new Analysis(syntax, ownText(text)));
}

/** Returns the analysis of the text in a range of the document. */
export function analysisOf(
  syntax: ExpressionSyntax,
  document: DocumentText,
  start: number,
  end: number,
): Analysis {
  if (end - start > TEXT_BYTES_MAX) return new Analysis(syntax, document.slice(start, end));
  const { bytes } = document;
  let hash = end - start;
  for (let at = start; at < end; at += 1) hash = Math.imul(hash ^ bytes[at]!, 0x01000193);
  const slot = slotOf(hash);
  const first = slots[slot];
  if (first !== undefined && first.syntax === syntax && stands(first.text, bytes, start, end)) return first;
  const second = slots[slot + 1];
  if (second !== undefined && second.syntax === syntax && stands(second.text, bytes, start, end))
    return second;
  // A copy: a slice of a document would retain all of it.
  return remember(slot, new Analysis(syntax, bytes.toString('utf8', start, end)));
}

function slotOf(hash: number): number {
  return (hash ^ (hash >>> 15)) & (SLOTS - 2);
}

function remember(slot: number, analysis: Analysis): Analysis {
  slots[slot + 1] = slots[slot];
  slots[slot] = analysis;
  return analysis;
}
