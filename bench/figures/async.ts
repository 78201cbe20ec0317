/** Asynchronous validations: the time from the enqueueing to the start of the run, through the whole service. */
import { mkdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import postgres from 'postgres';
import { embeddedUrl } from '../../src/infra/embedded-postgres/embedded-postgres.ts';
import type { Figure } from '../figure.ts';
import { syntheticXaml } from '../inputs/xaml.ts';
import { spread } from '../measure.ts';
import { startService } from '../service.ts';
import { temporaryFolder } from '../temporary.ts';

const TIMED = 200;
/** Calls until the code is compiled. */
const WARM_UP = 30;
const FILE_BYTES = 50_000;

/** Makes the database record when each validation is queued and when its run begins. */
async function noteMoments(sql: postgres.Sql): Promise<void> {
  await sql`create table moments (id uuid primary key, queued timestamptz, begun timestamptz)`;
  await sql.unsafe(`
    create function note_moment() returns trigger language plpgsql security definer set search_path = public as $$
    begin
      if tg_op = 'INSERT' then insert into moments values (new.id, clock_timestamp());
      else update moments set begun = clock_timestamp() where id = new.id and begun is null;
      end if;
      return null;
    end $$`);
  await sql`
    create trigger queued after insert on validations for each row when (new.status = 'queued')
    execute function note_moment()`;
  await sql`
    create trigger begun after update on validations for each row when (new.status = 'running')
    execute function note_moment()`;
}

/** Measures asynchronous validations. */
export async function* async(): AsyncGenerator<Figure> {
  using folder = temporaryFolder();
  const dataDir = join(folder.path, 'data');
  mkdirSync(dataDir, { mode: 0o711 });
  const service = await startService(dataDir);
  const [, , , port] = readFileSync(join(dataDir, 'postgres/postmaster.pid'), 'utf8').split('\n');
  const sql = postgres(embeddedUrl(dataDir, Number(port)), { max: 1, onnotice: () => {} });
  try {
    await noteMoments(sql);
    const workflow = syntheticXaml(FILE_BYTES);
    for (let run = 0; run < WARM_UP + TIMED; run += 1) {
      const body = new FormData();
      body.set('platform', 'uipath');
      body.set('file', new Blob([Buffer.concat([workflow, Buffer.from(`<!-- ${run} -->`)])]), 'Main.xaml');
      const answer = await service.fetch('/api/v1/validate/async', { method: 'POST', body });
      const { resultUrl } = (await answer.json()) as { resultUrl: string };
      if (answer.status !== 200) throw new Error(`${answer.status}`);
      const { pathname } = new URL(resultUrl);
      const result = await service.fetch(`${pathname}?wait=30`);
      await result.arrayBuffer();
      if (result.status !== 200) throw new Error(`${result.status}`);
    }
    const rows = await sql<{ ms: number }[]>`
      select (extract(epoch from begun - queued) * 1000)::float8 as ms from moments order by queued offset ${WARM_UP}`;
    const times = rows.map(({ ms }) => ms).sort((one, other) => one - other);
    const shape = { ...spread(times), unit: 'ms', n: times.length };
    yield {
      ...shape,
      name: 'validation from queued to running',
      against: 'ms of the median',
      ratio: shape.median,
      bar: { atMost: 25, stretch: 10 },
    };
    const p99 = times[Math.floor(times.length * 0.99)]!;
    yield {
      ...shape,
      name: 'validation from queued to running, p99',
      against: 'ms of one in a hundred',
      ratio: p99,
      bar: { atMost: 100, stretch: 40 },
    };
  } finally {
    await sql.end({ timeout: 1 });
    await service.stop();
  }
}
