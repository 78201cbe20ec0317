/** Types of C# in the words of Studio, so that both sides of a call compare. */

const KEYWORDS: ReadonlyMap<string, string> = new Map(
  Object.entries({
    string: 'String',
    bool: 'Boolean',
    int: 'Int32',
    long: 'Int64',
    short: 'Int16',
    double: 'Double',
    float: 'Single',
    decimal: 'Decimal',
    byte: 'Byte',
    char: 'Char',
    object: 'Object',
    uint: 'UInt32',
    ulong: 'UInt64',
  }),
);

/** Longest type that is read; a longer one stays as it is. */
const TYPE_MAX = 500;
const NAME = /[\w.]+/g;

/** Returns a type without namespaces, with brackets as Studio writes them: `Dictionary(String, Object)`. */
export function studioType(type: string): string {
  if (type.length > TYPE_MAX) return type;
  return type
    .replace(NAME, (name) => KEYWORDS.get(name) ?? name.slice(name.lastIndexOf('.') + 1))
    .replaceAll('<', '(')
    .replaceAll('>', ')')
    .replaceAll('?', '');
}

/** Returns whether values of a type are encrypted in memory. */
export const isSecureType = (type: string): boolean => /\bSecureString\b/.test(type);
