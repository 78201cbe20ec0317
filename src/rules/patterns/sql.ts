/** Whether a text is the beginning of an SQL statement. */

const STATEMENT =
  /^\s*\(?\s*(?:select\b.{0,2000}?\bfrom\b|insert\s+into\s+\S|update\b.{1,500}?\bset\b|delete\s+from\s+\S|merge\s+into\b|drop\s+table\b|alter\s+table\b|truncate\s+table\b|exec(?:ute)?\s+\w|with\s+\w+\s+as\s*\()/is;

/** True for `select a from b …`, `UPDATE t SET …`; false for prose such as "Select a row". Looks at the first 4,000 characters. */
export function isSqlStatement(text: string): boolean {
  return STATEMENT.test(text.slice(0, 4000));
}
