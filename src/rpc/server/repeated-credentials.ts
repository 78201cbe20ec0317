/**
 * Shows a repeated `authorization` as what it is. Node keeps the first of several and drops the others, so that a proxy
 * which looks at the last would have checked another credential than we do.
 */
import type { IncomingHttpHeaders } from 'node:http2';
import type { Server } from '@grpc/grpc-js';
import { onHttp2Server } from './http2-server.ts';

/** Joins the values by commas, as those of other headers are. Returns whether it can. */
export function showRepeatedCredentials(server: Server): boolean {
  return onHttp2Server(server, (http2Server) => {
    // Before grpc-js looks at them.
    http2Server.prependListener(
      'stream',
      (_stream, headers: IncomingHttpHeaders, _flags, ...rest: unknown[]) => {
        // The list of names and values as they came, which the declared types of the event leave out.
        const [raw = []] = rest as [string[]?];
        const values = raw.filter((_value, index) => index % 2 === 1 && raw[index - 1] === 'authorization');
        if (values.length > 1) headers.authorization = values.join(', ');
      },
    );
  });
}
