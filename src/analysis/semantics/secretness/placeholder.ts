/** Placeholders: literals that a person is meant to replace. */

const PLACEHOLDER =
  /^(?:<.*>|\{\{.*\}\}|\$\{.*\}|x{3,}|\*{3,}|change[-_ ]?me|your[-_ ].*|mock[-_ ].*|todo|dummy|example|sample|placeholder|none|null|n\/?a)$/is;

/** Returns true for `<password>`, `changeme`, `xxxx`, `your-key-here`, and for blank text. */
export function isPlaceholder(text: string): boolean {
  const trimmed = text.trim();
  return trimmed === '' || (trimmed.length <= 200 && PLACEHOLDER.test(trimmed));
}
