/** Errors of the API that are about one field of a form. */
import { ApiError } from '../../api/api-error.ts';

/** Returns the text to show at a field; null when the error is not about it. The message begins with the field. */
export function fieldError(error: Error | null, field: string): string | null {
  const isAboutField =
    error instanceof ApiError && error.code === 'invalid_field' && error.message.startsWith(`The ${field} `);
  return isAboutField ? error.message : null;
}
