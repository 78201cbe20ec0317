/** Functions of texts that several languages have, under other names. */
import { constant, type ExprValue, join, mapParts, mapText, TEXT_MAX, type ValueFunction } from '../value.ts';

/** Returns the text of a constant. */
export const constantOf = (value: ExprValue | undefined): string | undefined =>
  value?.kind === 'constant' ? value.text : undefined;

/** Returns its first argument. */
export const same: ValueFunction = ([value]) => value;

/** Makes a function that changes whole texts only. */
export const onText =
  (change: (text: string) => string | undefined): ValueFunction =>
  ([value]) =>
    mapText(value, change);

/** Makes a function that changes each part of a text by itself. */
export const onParts =
  (change: (text: string) => string): ValueFunction =>
  ([value]) =>
    mapParts(value, ({ text, plain }) => constant(change(text), change(plain)));

/** Makes an encoding. It hides nothing: the plain text stays known. */
export const encoded =
  (encode: (text: string) => string): ValueFunction =>
  ([value]) =>
    value?.kind === 'joined'
      ? undefined
      : mapParts(value, ({ text, plain }) => constant(encode(text), plain));

/** Decodes base64, to the text of an encoding of its bytes. */
export const fromBase64 = (encoding: BufferEncoding): ValueFunction =>
  onText((text) =>
    /^[A-Za-z0-9+/]*={0,2}$/.test(text) ? Buffer.from(text, 'base64').toString(encoding) : undefined,
  );

/** Cuts a text from an offset on. */
export const substring: ValueFunction = ([value, from, length]) => {
  const start = Number(constantOf(from) ?? Number.NaN);
  const count = length === undefined ? Number.POSITIVE_INFINITY : Number(constantOf(length) ?? Number.NaN);
  if (!(start >= 0 && count >= 0)) return undefined;
  return mapText(value, (text) => text.slice(start, start + count));
};

/** Replaces each occurrence of a text. */
export const replace: ValueFunction = ([value, old, by]) => {
  const [from, to] = [constantOf(old), constantOf(by)];
  if (from === undefined || to === undefined || from === '') return undefined;
  return mapText(value, (text) =>
    text.length * Math.max(1, to.length) > TEXT_MAX ? undefined : text.replaceAll(from, to),
  );
};

/** Joins the items of a list with a separator. */
export function joinItems(items: readonly ExprValue[], separator: ExprValue): ExprValue | undefined {
  return join(items.flatMap((item, at) => (at === 0 ? [item] : [separator, item])));
}
