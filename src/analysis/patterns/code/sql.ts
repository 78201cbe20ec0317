/** Detection of SQL statements by their beginning. */

const STATEMENT =
  /^\s*(?:\(\s*)?(?:select\b.*?\bfrom\b|insert\s+into\s+\S|update\b.+?\bset\b|delete\s+from\s+\S|merge\s+into\b|drop\s+table\b|alter\s+table\b|truncate\s+table\b|exec(?:ute)?\s+\w|with\s+\w+\s+as\s*\()/is;

/** `Select the customer x from the list`: no column or table has such a name. */
const PROSE = /^\s*(?:select|insert\s+into|update|delete\s+from)\s+(?:the|your|this|these|each|every)\s/i;

/**
 * Returns true for `select a from b …`, `UPDATE t SET …`; false for prose such as "Select a row". Linear in the text.
 */
export function isSqlStatement(text: string): boolean {
  return STATEMENT.test(text) && !PROSE.test(text);
}
