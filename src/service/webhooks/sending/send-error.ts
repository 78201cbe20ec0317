/** Errors of an attempt that brought no answer. */

/** Returns the code and the message of an error; of several failed addresses those of the first, which has a message of its own. */
export function describeSendError(error: unknown): { readonly code: string; readonly message: string } {
  const first = error instanceof AggregateError ? error.errors[0] : error;
  if (!(first instanceof Error)) return { code: '', message: String(first) };
  // A broken answer has no code in undici 8.12, only a name.
  const code = String('code' in first && first.code !== undefined ? first.code : first.name);
  return { code, message: first.message || code };
}
