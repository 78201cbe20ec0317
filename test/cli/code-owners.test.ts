/** The CODEOWNERS file that `flowarden submit` finds and sends. */
import assert from 'node:assert/strict';
import { mkdirSync, mkdtempSync, symlinkSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { describe, it } from 'node:test';
import { createClient } from '../../clients/typescript/src/client.ts';
import { locateCodeOwners, sendCodeOwners } from '../../src/cli/submit/code-owners.ts';

function repository(...paths: readonly string[]): string {
  const root = mkdtempSync(join(tmpdir(), 'flowarden-code-owners-'));
  for (const path of paths) {
    mkdirSync(dirname(join(root, path)), { recursive: true });
    writeFileSync(join(root, path), `# ${path}\n* @bank/payments\n`);
  }
  return root;
}

describe('the CODEOWNERS file of a job', () => {
  for (const [provider, paths, path, grammar] of [
    ['github', ['docs/CODEOWNERS', 'CODEOWNERS', '.github/CODEOWNERS'], '.github/CODEOWNERS', 'github'],
    ['github', ['docs/CODEOWNERS', 'CODEOWNERS'], 'CODEOWNERS', 'github'],
    ['github', ['.gitlab/CODEOWNERS'], '.gitlab/CODEOWNERS', 'gitlab'],
    ['gitlab', ['.gitlab/CODEOWNERS', 'docs/CODEOWNERS', 'CODEOWNERS'], 'CODEOWNERS', 'gitlab'],
    ['gitlab', ['.gitlab/CODEOWNERS', 'docs/CODEOWNERS'], 'docs/CODEOWNERS', 'gitlab'],
    ['jenkins', ['docs/CODEOWNERS'], 'docs/CODEOWNERS', 'github'],
  ] as const)
    it(`of ${provider} with ${paths.join(', ')} is ${path}`, async () => {
      const found = await locateCodeOwners(repository(...paths), provider);
      assert.deepEqual([found?.path, found?.grammar], [path, grammar]);
      assert.match(found!.content.toString(), new RegExp(`^# ${path}`));
    });

  it('is none where there is none, or where a link leads elsewhere', async () => {
    const elsewhere = repository('secret');
    const root = repository('Main.xaml');
    assert.equal(await locateCodeOwners(root, 'github'), null);
    symlinkSync(join(elsewhere, 'secret'), join(root, 'CODEOWNERS'));
    symlinkSync(elsewhere, join(root, '.github'));
    assert.equal(await locateCodeOwners(root, 'github'), null);
  });

  it('is sent with its repository, and what goes wrong is a note', async () => {
    const bodies: string[] = [];
    const server = createServer(async (request, response) => {
      let body = '';
      for await (const chunk of request) body += String(chunk);
      bodies.push(`${request.method} ${request.url}\n${body}`);
      const isFirst = bodies.length === 1;
      response.writeHead(isFirst ? 200 : 403, { 'Content-Type': 'application/json' });
      const error = { error: { code: 'team_access_denied', message: 'Not yours.' } };
      response.end(JSON.stringify(isFirst ? { state: 'proposed' } : error));
    }).listen(0, '127.0.0.1');
    await new Promise((resolve) => server.once('listening', resolve));
    try {
      const baseUrl = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
      const client = createClient({ baseUrl, credential: { apiKey: 'k' }, orgId: 'o', retries: 0 });
      const notes: string[] = [];
      const job = { provider: 'github', repository: 'bank/robots', branch: 'main' };
      const root = repository('CODEOWNERS');
      for (let times = 0; times < 2; times += 1)
        await sendCodeOwners(client, root, job, (sentence) => notes.push(sentence));
      await sendCodeOwners(client, root, { ...job, repository: undefined }, (sentence) =>
        notes.push(sentence),
      );
      assert.equal(bodies.length, 2);
      assert.match(bodies[0]!, /^POST \/api\/v1\/code-owners\n/);
      for (const text of ['bank/robots', 'github', 'main', '* @bank/payments'])
        assert.ok(bodies[0]!.includes(text), text);
      assert.deepEqual(notes, [
        'CODEOWNERS is a proposal: an admin of the organisation can confirm it on the service.',
        'The service did not take CODEOWNERS: Not yours.',
      ]);
    } finally {
      server.close();
    }
  });
});
