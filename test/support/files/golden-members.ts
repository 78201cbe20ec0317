/** Members of an archive that stands among the goldens as text, each behind a line `-- path --`. */
const MEMBER = /^-- (.+) --\n/gm;

/** Returns the members of such an archive. */
export function goldenMembers(text: string): readonly { readonly name: string; readonly content: string }[] {
  const marks = [...text.matchAll(MEMBER)];
  return marks.map(({ 0: line, 1: name, index }, i) => ({
    name: name!,
    content: text.slice(index + line.length, marks[i + 1]?.index),
  }));
}
