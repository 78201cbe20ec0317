/** Server-sent events in the body of an answer: the request can then send headers of its own. */

/** Event of a stream. */
export interface StreamEvent {
  readonly id: string;
  readonly name: string;
}

/** Reads the events of an answer until it ends; comments are skipped. */
export async function* readEvents(
  body: ReadableStream<Uint8Array<ArrayBuffer>>,
): AsyncGenerator<StreamEvent> {
  const reader = body.pipeThrough(new TextDecoderStream()).getReader();
  let text = '';
  for (;;) {
    const { done, value } = await reader.read();
    if (done) return;
    const blocks = (text + value).split('\n\n');
    text = blocks.pop()!;
    for (const block of blocks) {
      const fields = new Map(block.split('\n').map((line) => [before(line), after(line)]));
      const name = fields.get('event');
      if (name !== undefined) yield { id: fields.get('id') ?? '', name };
    }
  }
}

function before(line: string): string {
  return line.slice(0, Math.max(line.indexOf(':'), 0));
}

function after(line: string): string {
  return line.slice(line.indexOf(':') + 1).trim();
}
