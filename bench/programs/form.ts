/** Upload forms as browsers and curl write them, with their headers. */
import { syntheticXaml } from '../inputs/xaml.ts';

export const BOUNDARY = '----bench7MA4YWxkTrZu0gW';

export const HEADERS = {
  'content-type': `multipart/form-data; boundary=${BOUNDARY}`,
  authorization: 'ApiKey bench',
  'x-org-id': '019a0000-0000-7000-8000-000000000001',
} as const;

/** Builds a form with a file of so many bytes. */
export function formOf(bytes: number): Buffer {
  const part = (disposition: string) => `--${BOUNDARY}\r\nContent-Disposition: form-data; ${disposition}\r\n`;
  return Buffer.concat([
    Buffer.from(
      `${part('name="platform"')}\r\nplatform_1\r\n${part('name="file"; filename="Main.xaml"')}Content-Type: application/octet-stream\r\n\r\n`,
    ),
    syntheticXaml(bytes),
    Buffer.from(`\r\n--${BOUNDARY}--\r\n`),
  ]);
}
