/** Cost of traces for a validation, in the core and on the way to it, with and without a collector. */
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { Metadata } from '@grpc/grpc-js';
import { CONTRACT_LIMITS } from '../../src/contract/limits.ts';
import { connectApplication, inTransaction } from '../../src/infra/database/database.ts';
import { openTracer } from '../../src/infra/telemetry/open-telemetry.ts';
import { tracedSql } from '../../src/infra/telemetry/traced-sql.ts';
import { inSpan, type Tracer } from '../../src/infra/telemetry/tracer.ts';
import { createPool } from '../../src/pool/pool.ts';
import { tracedPool } from '../../src/pool/traced-pool.ts';
import { inCallSpan, startCallSpan } from '../../src/rpc/interceptors/call-span.ts';
import type { Figure } from '../figure.ts';
import { paired, pairedFigure } from '../measure.ts';
import { startDatabase } from '../postgres.ts';

const CALLS = 100;
const PATH = '/flowarden.v1.ValidationService/Validate';
const FILE = readFileSync(join(import.meta.dirname, '../../samples/uipath/Main.xaml'));
const perCall = (ms: number) => (ms * 1000) / CALLS;

/** Measures the traces. The floor is a validation without any tracing code. */
export async function* traces(): AsyncGenerator<Figure> {
  await using database = await startDatabase();
  const sql = connectApplication(database.url);
  const onThreadError = (error: unknown): never => {
    throw error;
  };
  const pool = await createPool({ threads: 1, queueMax: 1000, heapMiBMax: 512, onThreadError });
  const task = () =>
    ({
      bytes: new Uint8Array(FILE),
      filename: 'Main.xaml',
      platform: undefined,
      ruleset: 'default',
      findingsMax: CONTRACT_LIMITS.findingsStoredMax,
    }) as const;
  const options = { timeoutMs: CONTRACT_LIMITS.engineRunMsMax };
  const metadata = new Metadata();
  const nothing = async () => {};
  const work = async (threads: Pick<typeof pool, 'analyse'>, connections: typeof sql) => {
    await threads.analyse(task(), options);
    await inTransaction(connections, (inner) => inner`select 1`);
  };
  const floor = async () => {
    for (let i = 0; i < CALLS; i += 1) {
      await nothing();
      await nothing();
      await work(pool, sql);
    }
  };
  const traced = (tracer: Tracer | null) => {
    const [threads, connections] = [tracedPool(pool, tracer), tracedSql(sql, tracer)];
    return async () => {
      for (let i = 0; i < CALLS; i += 1) {
        await inSpan(tracer, { name: 'receive body' }, nothing);
        const span = startCallSpan(tracer, PATH, metadata);
        await inCallSpan(tracer, span, 'admit', nothing);
        await (span === null ? work(threads, connections) : span.run(() => work(threads, connections)));
        span?.end(0);
      }
    };
  };
  yield pairedFigure(await paired({ own: traced(null), peer: floor }), {
    name: 'a validation without traces',
    unit: 'µs',
    against: 'of the same without a word about them, processor time',
    ratio: 'own/peer',
    inUnit: perCall,
    bar: { atMost: 1.02, stretch: 1.01 },
  });
  const collector = createServer((request, response) => {
    request.resume().once('end', () => response.writeHead(200).end());
  });
  collector.listen(0, '127.0.0.1');
  await once(collector, 'listening');
  process.env.OTEL_EXPORTER_OTLP_ENDPOINT = `http://127.0.0.1:${(collector.address() as AddressInfo).port}`;
  const config = { protocol: 'http/protobuf', sampler: 'always_on', ratio: 1 } as const;
  const tracer = await openTracer(config, 'bench', '0.0.0', onThreadError);
  yield pairedFigure(await paired({ own: traced(tracer), peer: floor }), {
    name: 'a validation with traces',
    unit: 'µs',
    against: 'of the same without, processor time of both ends',
    ratio: 'own/peer',
    inUnit: perCall,
    bar: { atMost: 1.5, stretch: 1.25 },
  });
  await tracer.close();
  collector.close();
  collector.closeAllConnections();
  await pool.close();
  await sql.end(0);
}
