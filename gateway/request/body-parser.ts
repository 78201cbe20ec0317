/** Interface of the parsers of bodies, and the header phase that they share. */
import type { Request, Response } from 'express';
import type { z } from 'zod';
import type { UploadMemory } from '../core/uploads/upload-memory.ts';
import type { FormBody, JsonBody, ReceiveForm, RouteInput } from '../endpoint/route.ts';
import { checkEncoding, continueBody } from './body-headers.ts';
import type { BodyLimits, BodyTimes, FormLimits } from './body-limits.ts';

type Fields = Readonly<Record<string, unknown>>;

/** Parsed body, as far as the handler receives it. */
export type BodyInput = Pick<RouteInput<never, never, Fields>, 'body' | 'file' | 'filename'> & {
  readonly receive?: ReceiveForm<Fields>;
  /** Frees the file; call it after the request. */
  readonly free?: () => void;
};

/** Reads the handler's part of the body; for a stream, the function that reads it. */
export type BodyReader = (request: Request, response: Response) => Promise<BodyInput>;

/** Bodies by their kind, as routes declare them. */
export interface RouteBodies {
  readonly json: JsonBody<z.ZodObject>;
  readonly form: FormBody<z.ZodObject>;
  readonly stream: FormBody<z.ZodObject>;
}

/** Services of body readers. */
export interface BodyServices {
  readonly bodyTimes: BodyTimes;
  readonly uploadMemory: UploadMemory;
}

/** Parser of one kind of body. */
export interface BodyParser<Body> {
  /** Returns the limits of an endpoint's body. */
  limits(body: Body, times: BodyTimes): BodyLimits | FormLimits;
  /** Creates the reader of an endpoint's body. The reader expects that the stated length has been checked. */
  reader(body: Body, services: BodyServices): BodyReader;
}

/** Input of a handler without a file. */
export const NO_FILE = { file: Buffer.alloc(0), filename: '' } as const;

/** Checks the headers of a body and lets its sender continue; `checkType` rejects other media types. */
export function beginBody(request: Request, response: Response, checkType: (type: string) => void): void {
  checkType(request.headers['content-type'] ?? '');
  checkEncoding(request);
  continueBody(request, response);
}
