/** Parts of an answer that another one already had: they stay the same values, so that nothing draws them again. */

/** Returns the new value, with each part that is equal to the old one's in place of its own. Values are JSON. */
export function withKnownParts(old: unknown, value: unknown): unknown {
  if (old === value) return old;
  if (!isObject(old) || !isObject(value) || Array.isArray(old) !== Array.isArray(value)) return value;
  const names = Object.keys(value);
  let isEqual = names.length === Object.keys(old).length;
  const joined = (Array.isArray(value) ? [] : {}) as Record<string, unknown>;
  for (const name of names) {
    joined[name] = withKnownParts(old[name], value[name]);
    if (joined[name] !== old[name] || !Object.hasOwn(old, name)) isEqual = false;
  }
  return isEqual ? old : joined;
}

/** Other objects, such as headers, have no parts. */
function isObject(value: unknown): value is Readonly<Record<string, unknown>> {
  if (typeof value !== 'object' || value === null) return false;
  const prototype: unknown = Object.getPrototypeOf(value);
  return prototype === Object.prototype || prototype === Array.prototype;
}
