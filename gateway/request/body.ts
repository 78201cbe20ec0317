/** Reads the body of an endpoint, of any kind, and checks its fields. */
import type { Request, Response } from 'express';
import { fieldReader } from '../endpoint/fields.ts';
import { readMembers } from '../endpoint/json-fields.ts';
import type { ReceiveForm, Route, RouteInput } from '../endpoint/route.ts';
import { replyOf } from '../response/reply.ts';
import type { GatewayServices } from '../server/services.ts';
import { formLimits, jsonLimits } from './body-limits.ts';
import { readJson } from './json-body.ts';
import { passUpload, readUpload } from './upload.ts';

type BodyInput = Pick<
  RouteInput<never, never, Readonly<Record<string, unknown>>>,
  'body' | 'file' | 'filename'
> & {
  readonly receive?: ReceiveForm<Readonly<Record<string, unknown>>>;
  /** Frees the file; call it after the request. */
  readonly free?: () => void;
};

const NO_FILE = { file: Buffer.alloc(0), filename: '' };

/** Reads the handler's part of the body; for a stream, the function that reads it. */
export type BodyReader = (request: Request, response: Response) => Promise<BodyInput>;

/** Creates the body reader of an endpoint. */
export function bodyReader({ body }: Route, { bodyTimes, uploadMemory }: GatewayServices): BodyReader {
  if (body === null) return async () => ({ body: {}, ...NO_FILE });
  if (body.kind === 'json') {
    const limits = jsonLimits(bodyTimes);
    return async (request, response) => {
      const raw = await readJson(request, response, limits);
      return { body: readMembers(body, raw), ...NO_FILE };
    };
  }
  const limits = formLimits(body, bodyTimes);
  const read = fieldReader(body);
  if (body.kind === 'stream') {
    return async (request, response) => ({
      body: {},
      ...NO_FILE,
      async receive(store) {
        const { fields, filename, stored } = await passUpload(request, response, limits, store);
        return { body: read(fields), filename, stored };
      },
    });
  }
  return async (request, response) => {
    const { file, filename, fields, free } = await readUpload(
      request,
      response,
      limits,
      uploadMemory(replyOf(response).organisation),
    );
    try {
      return { body: read(fields), file, filename, free };
    } catch (error) {
      free();
      throw error;
    }
  };
}
