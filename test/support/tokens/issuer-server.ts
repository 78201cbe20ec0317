/** Issuers of identity tokens on this machine: one server, an issuer for each first part of a path. */
import { once } from 'node:events';
import { createServer, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

/** Answers one request. */
export type Answer = (response: ServerResponse) => void;

/** Server of issuers. */
export interface IssuerServer {
  /** Paths of all requests until now. */
  readonly requests: string[];
  /** Returns the address of an issuer. */
  urlOf(name: string): string;
  /** Publishes the keys of an issuer. */
  publish(name: string, keys: readonly unknown[]): void;
  /** Replaces the discovery document of an issuer. */
  discover(name: string, answer: Answer): void;
  /** Replaces the list of keys of an issuer. */
  answerKeys(name: string, answer: Answer): void;
  close(): void;
}

/** Returns the answer with a JSON document. */
export function json(document: unknown): Answer {
  return (response) => response.end(JSON.stringify(document));
}

/** Starts the server. An issuer that publishes nothing answers 404. */
export async function startIssuerServer(): Promise<IssuerServer> {
  const requests: string[] = [];
  const answers = new Map<string, Answer>();
  const server = createServer((request, response) => {
    const path = request.url ?? '';
    requests.push(path);
    const answer = answers.get(path);
    if (answer === undefined) response.writeHead(404).end();
    else answer(response);
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const urlOf = (name: string) => `http://127.0.0.1:${(server.address() as AddressInfo).port}/${name}`;
  const discover = (name: string, answer: Answer) =>
    answers.set(`/${name}/.well-known/openid-configuration`, answer);
  const answerKeys = (name: string, answer: Answer) => answers.set(`/${name}/keys`, answer);
  return {
    requests,
    urlOf,
    discover,
    answerKeys,
    publish(name, keys) {
      discover(name, json({ issuer: urlOf(name), jwks_uri: `${urlOf(name)}/keys` }));
      answerKeys(name, json({ keys }));
    },
    close() {
      server.closeAllConnections();
      server.close();
    },
  };
}
