/** Downloads of lists and results. A link could not send the organisation, so the answer is fetched and then saved. */
import type { QueryValues } from '../routing/paths.ts';
import { type Call, exchange } from './define-call.ts';

/** Formats of exports. */
export type ExportFormat = 'csv' | 'json' | 'sarif';

/**
 * Saves the whole answer of a call under the name that the service gives it, else under `name`.
 * @throws ApiError
 */
export async function downloadAs(
  { method, path }: Pick<Call<unknown, never>, 'method' | 'path'>,
  query: QueryValues,
  { format, name }: { readonly format: ExportFormat; readonly name: string },
): Promise<void> {
  const response = await exchange(method, path, {
    query: { ...query, format },
    headers: { Accept: '*/*' },
  });
  const named = /filename="([^"]+)"/.exec(response.headers.get('content-disposition') ?? '');
  saveFile(await response.blob(), named?.[1] ?? `${name}.${format}`);
}

/** Saves a file. */
export function saveFile(content: Blob, name: string): void {
  const address = URL.createObjectURL(content);
  const link = document.createElement('a');
  link.href = address;
  link.download = name;
  link.click();
  // After the browser has begun to read it.
  setTimeout(() => URL.revokeObjectURL(address));
}
