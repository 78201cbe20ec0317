/** Reads the body that an endpoint takes, whatever its kind, and checks its fields. */
import type { Request, Response } from 'express';
import type { z } from 'zod';
import { formLimits, jsonLimits } from './body-limits.ts';
import { readFields } from './fields.ts';
import { readJson } from './json-body.ts';
import { readMembers } from './json-fields.ts';
import type { FormBody, ReceiveForm, Route, RouteInput } from './route.ts';
import type { GatewayServices } from './services.ts';
import { passUpload, readUpload } from './upload.ts';

type BodyInput = Pick<
  RouteInput<never, never, Readonly<Record<string, unknown>>>,
  'body' | 'file' | 'filename'
>;

const NO_FILE = { file: Buffer.alloc(0), filename: '' };

/** What of the body the handler gets; for a stream the way to read it. */
export async function readBody(
  { body }: Route,
  request: Request,
  response: Response,
  { bodyTimes }: GatewayServices,
): Promise<BodyInput & { readonly receive?: ReceiveForm<Readonly<Record<string, unknown>>> }> {
  if (body === null) return { body: {}, ...NO_FILE };
  if (body.kind === 'json') {
    const raw = await readJson(request, response, jsonLimits(bodyTimes));
    return { body: readMembers(body, raw), ...NO_FILE };
  }
  const limits = formLimits(body, bodyTimes);
  if (body.kind === 'stream')
    return { body: {}, ...NO_FILE, receive: receiver(body, request, response, limits) };
  const { file, filename, fields } = await readUpload(request, response, limits);
  return { body: readFields(body, fields), file, filename };
}

function receiver(
  body: FormBody<z.ZodObject>,
  request: Request,
  response: Response,
  limits: ReturnType<typeof formLimits>,
): ReceiveForm<Readonly<Record<string, unknown>>> {
  return async (store) => {
    const { fields, filename, stored } = await passUpload(request, response, limits, store);
    return { body: readFields(body, fields), filename, stored };
  };
}
