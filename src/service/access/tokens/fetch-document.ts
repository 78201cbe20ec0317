/** Documents that identity providers publish. */
import { limitedText } from '../../../infra/network/limited-text.ts';

/** Fetches a JSON document without following redirects. @throws Error when it is not there, too large or no JSON */
export async function fetchDocument(url: string, bytesMax: number, options: RequestInit): Promise<unknown> {
  const response = await fetch(url, { ...options, redirect: 'error' });
  if (response.status !== 200) {
    await response.body?.cancel();
    throw new Error(`The identity provider answered with status ${response.status}`);
  }
  return JSON.parse(await limitedText(response, bytesMax));
}
