/** Settings whose text is cut out of the document only when a rule asks for it. */
import type { Expression, Position, Property, RawText } from '../model/workflow.ts';
import type { DocumentText } from './document-text.ts';
import type { JsonDocument } from './json-document.ts';
import type { SettingName } from './setting-names.ts';
import { stands } from './shared-names.ts';

/** What a setting is, apart from its text. */
interface Setting {
  readonly at: Position;
  readonly owner: number;
  readonly name: SettingName;
  readonly direction: Property['direction'];
  readonly expression: Expression | undefined;
}

/** A class, because rules go through tens of thousands of them, and all of one shape are gone through fastest. */
export class JsonProperty implements Property, RawText {
  readonly at: Position;
  readonly owner: number;
  readonly name: string;
  readonly nameId: number | undefined;
  readonly direction: Property['direction'];
  readonly expression: Expression | undefined;
  readonly start: number;
  readonly end: number;
  readonly #document: DocumentText;
  #text: string | undefined;

  constructor(
    { at, owner, name, direction, expression }: Setting,
    document: DocumentText,
    start: number,
    end: number,
    text: string | undefined,
  ) {
    this.at = at;
    this.owner = owner;
    this.name = name.text;
    this.nameId = name.id;
    this.direction = direction;
    this.expression = expression;
    this.start = start;
    this.end = end;
    this.#document = document;
    this.#text = text;
  }

  get bytes(): Buffer {
    return this.#document.bytes;
  }

  get raw(): RawText | undefined {
    return this.start === -1 ? undefined : this;
  }

  get text(): string {
    // The expression's own text where there is one, so that both are one object.
    return (this.#text ??= this.expression?.text ?? this.#document.slice(this.start, this.end));
  }
}

/** A setting whose text stands in a range of the document as it is, without escapes. */
export function rangeProperty(
  setting: Setting,
  document: DocumentText,
  start: number,
  end: number,
): JsonProperty {
  return new JsonProperty(setting, document, start, end, undefined);
}

/** A setting whose text is the end of a string: a name behind the path that leads to it. */
export function endProperty(setting: Setting, doc: JsonDocument, text: string): JsonProperty {
  const end = doc.ends[setting.at]! - 1;
  const start = end - text.length;
  if (start <= doc.starts[setting.at]! || text.includes('\\') || !stands(text, doc.bytes, start, end))
    return textProperty(setting, doc.text, text);
  return new JsonProperty(setting, doc.text, start, end, text);
}

/** A setting with a text of its own. */
export function textProperty(setting: Setting, document: DocumentText, text: string): JsonProperty {
  return new JsonProperty(setting, document, -1, -1, text);
}
