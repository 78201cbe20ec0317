/** The watch over all answers sees what breaks the document. */
import assert from 'node:assert/strict';
import { once } from 'node:events';
import { createServer, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { describe, it } from 'node:test';
import { buildOpenApi } from '../../../gateway/openapi/openapi.ts';
import { ROUTES } from '../../../gateway/routes/all-routes.ts';
import { watchAnswers } from '../support/every-answer.ts';

const json = { 'Content-Type': 'application/json; charset=utf-8' };

/** The same answer, marked as one in snake_case. */
const snake = (answer: (response: ServerResponse) => void) => (to: ServerResponse) => {
  to.setHeader('X-Service-Case', 'snake');
  answer(to);
};

describe('an answer', () => {
  const cases: readonly (readonly [
    fact: string,
    path: string,
    answer: (response: ServerResponse) => void,
    wrong: RegExp | null,
  ])[] = [
    ['as documented', '/healthz', (to) => to.writeHead(200, json).end('{"status":"ok"}'), null],
    ['of an unknown path', '/nowhere', (to) => to.writeHead(299).end(), null],
    [
      'with another status',
      '/healthz',
      (to) => to.writeHead(202, json).end('{}'),
      /status is not documented/,
    ],
    [
      'with one member more',
      '/healthz',
      (to) => to.writeHead(200, json).end('{"status":"ok","x":1}'),
      /additional/,
    ],
    ['without a member', '/healthz', (to) => to.writeHead(200, json).end('{}'), /required property 'status'/],
    [
      'of another type',
      '/healthz',
      (to) => to.writeHead(200, { 'Content-Type': 'text/html' }).end(),
      /text\/html/,
    ],
    [
      'with another header',
      '/healthz',
      (to) => {
        for (const [name, value] of Object.entries({ ...json, 'X-Secret': '1' })) to.setHeader(name, value);
        to.end('{"status":"ok"}');
      },
      /x-secret/,
    ],
    [
      'in snake_case with a member more',
      '/healthz',
      snake((to) =>
        to.writeHead(400, json).end('{"error":{"code":"a","message":"b","docs_url":"c","docs":1}}'),
      ),
      /additional/,
    ],
    [
      'in snake_case',
      '/healthz',
      snake((to) => to.writeHead(400, json).end('{"error":{"code":"a","message":"b","docs_url":"c"}}')),
      null,
    ],
    [
      'in snake_case with a name in camelCase',
      '/healthz',
      snake((to) => to.writeHead(400, json).end('{"error":{"code":"a","message":"b","docsUrl":"c"}}')),
      /docs_url/,
    ],
    [
      'in camelCase from an endpoint that has snake_case by default',
      '/api/v1/org-webhooks',
      (to) => {
        to.setHeader('X-Service-Case', 'camel');
        to.writeHead(401, json).end('{"error":{"code":"a","message":"b","docs_url":"c"}}');
      },
      /docsUrl/,
    ],
  ];
  for (const [fact, path, answer, wrong] of cases) {
    it(`${fact} ${wrong === null ? 'passes' : 'is noticed'}`, async () => {
      const { listener, violations } = watchAnswers(
        (_request, response) => {
          response.setHeader('Content-Type', 'application/json');
          answer(response);
        },
        (wireCase) => buildOpenApi(['/'], ROUTES, wireCase),
      );
      const server = createServer(listener).listen(0, '127.0.0.1');
      await once(server, 'listening');
      await (await fetch(`http://127.0.0.1:${(server.address() as AddressInfo).port}${path}`)).text();
      server.close();
      if (wrong === null) assert.deepEqual(violations, []);
      else assert.match(violations.join(), wrong);
    });
  }
});
