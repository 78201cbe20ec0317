/** A way to Postgres on which every statement loses its filter by organisation: what is still hidden, the rows hide. */
import { changingProxy, HEAD_BYTES } from './changing-proxy.ts';

const PARSE = 'P'.charCodeAt(0);

/** The filter as every function of the store writes it. */
const FILTER = /(?:\b\w+\.)?\borg_id = (\$\d+)/g;

export interface FilterlessProxy {
  /** The address of the database that leads through here. */
  readonly url: string;
  /** Statements that have lost a filter. */
  readonly changed: ReadonlySet<string>;
}

/** Starts one in front of the database with this address; it ends after the file's last test. */
export async function filterlessProxy(databaseUrl: string): Promise<FilterlessProxy> {
  const changed = new Set<string>();
  const url = await changingProxy(databaseUrl, (message) =>
    message[0] === PARSE ? withoutFilter(message, changed) : message,
  );
  return { url, changed };
}

function withoutFilter(message: Buffer, changed: Set<string>): Buffer {
  const start = message.indexOf(0, HEAD_BYTES) + 1;
  const end = message.indexOf(0, start);
  const statement = message.toString('utf8', start, end);
  const without = statement.replaceAll(FILTER, '$1::uuid is not null');
  if (without === statement) return message;
  changed.add(statement);
  const parts = [message.subarray(0, start), Buffer.from(without), message.subarray(end)];
  const result = Buffer.concat(parts);
  result.writeInt32BE(result.length - 1, 1);
  return result;
}
