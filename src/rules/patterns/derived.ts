/** What follows from a rule's options, made once for them and not for every activity. */

/** A function of one object that remembers its answers for as long as the object lives. */
export function derived<From extends object, To>(make: (from: From) => To): (from: From) => To {
  const known = new WeakMap<From, { readonly value: To }>();
  return (from) => {
    let entry = known.get(from);
    if (entry === undefined) {
      entry = { value: make(from) };
      known.set(from, entry);
    }
    return entry.value;
  };
}
