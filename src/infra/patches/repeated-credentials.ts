/**
 * Shows a repeated `authorization` header with all its values, ahead of the listener of grpc-js 1.14. Node drops all but
 * the first; a proxy that checks the last would then have checked another credential than we do.
 */
import type { IncomingHttpHeaders } from 'node:http2';
import type { Server } from '@grpc/grpc-js';
import { onHttp2Server } from './http2-server.ts';

/** Joins the values by commas, like those of other headers. Returns whether it can. */
export function showRepeatedCredentials(server: Server): boolean {
  return onHttp2Server(server, (http2Server) => {
    // Runs before the listener of grpc-js.
    http2Server.prependListener(
      'stream',
      (_stream, headers: IncomingHttpHeaders, _flags, ...rest: unknown[]) => {
        // The raw list of names and values, which the declared types of the event omit.
        const [raw = []] = rest as [string[]?];
        const values = raw.filter((_value, index) => index % 2 === 1 && raw[index - 1] === 'authorization');
        if (values.length > 1) headers.authorization = values.join(', ');
      },
    );
  });
}
