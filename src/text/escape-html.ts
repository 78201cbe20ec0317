/** Text in HTML: as content, or as the value of an attribute in quotation marks. */

/** Returns the text with each sign that HTML gives a meaning as a character reference. */
export function escapeHtml(text: string): string {
  return text.replace(/[&<>"']/g, (sign) => `&#${sign.charCodeAt(0)};`);
}
