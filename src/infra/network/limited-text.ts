/** Text of an HTTP response with a size limit. */

/** Reads the body. @throws Error when it has more bytes; the rest is then not read */
export async function limitedText(response: Response, bytesMax: number): Promise<string> {
  const parts: Uint8Array[] = [];
  let bytes = 0;
  for await (const part of response.body ?? []) {
    bytes += part.byteLength;
    if (bytes > bytesMax) throw new Error(`The answer has more than ${bytesMax} bytes`);
    parts.push(part);
  }
  return Buffer.concat(parts).toString('utf8');
}
