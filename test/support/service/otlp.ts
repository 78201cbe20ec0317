/** A collector of traces on this machine: what OTLP's JSON says, as spans. */
import { startReceiver } from './receiver.ts';

type Value = { readonly [kind: string]: unknown };

interface OtlpSpan {
  readonly traceId: string;
  readonly spanId: string;
  readonly parentSpanId?: string;
  readonly name: string;
  readonly kind: number;
  readonly attributes: readonly { readonly key: string; readonly value: Value }[];
  readonly links?: readonly { readonly traceId: string; readonly spanId: string }[];
  readonly status: { readonly code?: number };
  readonly startTimeUnixNano: string;
  readonly endTimeUnixNano: string;
}

interface Export {
  readonly resourceSpans: readonly {
    readonly resource: { readonly attributes: OtlpSpan['attributes'] };
    readonly scopeSpans: readonly { readonly spans: readonly OtlpSpan[] }[];
  }[];
}

/** A span and the process that made it. */
export interface CollectedSpan extends Omit<OtlpSpan, 'attributes'> {
  readonly service: string;
  readonly attributes: Readonly<Record<string, unknown>>;
}

export async function startCollector() {
  const receiver = await startReceiver((_request, response) => {
    response.writeHead(200, { 'content-type': 'application/json' }).end('{}');
  });
  return {
    url: `http://127.0.0.1:${receiver.port}`,
    posts: receiver.posts,
    /** Everything that was sent, as it was sent. */
    text: () => receiver.posts.map(({ body }) => body.toString()).join('\n'),
    spans: (): CollectedSpan[] => receiver.posts.flatMap(({ body }) => spansOf(JSON.parse(body.toString()))),
  };
}

function spansOf({ resourceSpans }: Export): CollectedSpan[] {
  return resourceSpans.flatMap(({ resource, scopeSpans }) => {
    const service = String(valuesOf(resource.attributes)['service.name']);
    const spans = scopeSpans.flatMap((scope) => scope.spans);
    return spans.map((span) => ({ ...span, service, attributes: valuesOf(span.attributes) }));
  });
}

function valuesOf(attributes: OtlpSpan['attributes']): Record<string, unknown> {
  return Object.fromEntries(attributes.map(({ key, value }) => [key, Object.values(value)[0]]));
}
