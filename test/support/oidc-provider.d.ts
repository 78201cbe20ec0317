/** The part of oidc-provider that the tests use; it brings no types. */
declare module 'oidc-provider' {
  import type { IncomingMessage, ServerResponse } from 'node:http';

  export default class Provider {
    constructor(issuer: string, configuration: Readonly<Record<string, unknown>>);
    callback(): (request: IncomingMessage, response: ServerResponse) => void;
    interactionDetails(
      request: IncomingMessage,
      response: ServerResponse,
    ): Promise<{
      readonly prompt: { readonly name: string };
      readonly params: { readonly client_id: string };
    }>;
    interactionFinished(
      request: IncomingMessage,
      response: ServerResponse,
      result: object,
      options: object,
    ): Promise<void>;
    readonly Grant: {
      new (properties: object): { addOIDCScope(scope: string): void; save(): Promise<string> };
      find(id: string): Promise<{ destroy(): Promise<void> } | undefined>;
    };
  }
}
