/** Every method of the contract, found in the generated code. */
import { readdirSync } from 'node:fs';
import { join } from 'node:path';

/** A generated method. */
export interface Method {
  readonly path: string;
  readonly requestStream: boolean;
  readonly requestSerialize: (request: unknown) => Buffer;
  readonly requestDeserialize: (bytes: Buffer) => object;
  readonly responseDeserialize: (bytes: Buffer) => unknown;
}

const GEN = join(import.meta.dirname, '../../../src/gen/flowarden/v1');

/** Loads the methods, by their paths, and what makes paths and messages of them. */
export async function callables() {
  const METHODS = new Map<string, Method>();
  for (const file of readdirSync(GEN)) {
    const module: Record<string, unknown> = await import(join(GEN, file));
    for (const [name, definition] of Object.entries(module)) {
      if (!name.endsWith('ServiceService')) continue;
      for (const method of Object.values(definition as Record<string, Method>))
        METHODS.set(method.path, method);
    }
  }
  return {
    METHODS,
    pathOf: (name: string) => `/flowarden.v1.${name.replace('.', 'Service/')}`,
    message: (method: Method, fields: object) => ({
      ...method.requestDeserialize(Buffer.alloc(0)),
      ...fields,
    }),
  };
}
