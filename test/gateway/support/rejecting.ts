/** Uploads that the gateway has to reject, and a core that none of them may reach. */
import assert from 'node:assert/strict';
import type { BodyTimes } from '../../../gateway/request/body-limits.ts';
import { rawRequest, startCore, startTestGateway, type TestGateway, uploadHead } from './support.ts';

/** Starts both; the end of the gateway is the end of the core too, and fails when it was called. */
export async function startRejectingGateway(bodyTimes: Partial<BodyTimes> = {}): Promise<TestGateway> {
  let calls = 0;
  const core = await startCore({
    validate() {
      calls += 1;
      throw new Error('no refused upload may come this far');
    },
  });
  const gateway = await startTestGateway({ corePort: core.port, bodyTimes });
  return {
    ...gateway,
    async stop() {
      assert.equal(calls, 0);
      await gateway.stop();
      core.stop();
    },
  };
}

/** Sends an upload whole over a plain socket, with its true length unless the headers say otherwise. */
export function sendUpload(
  gateway: TestGateway,
  body: string,
  headers: Readonly<Record<string, string | number>> = {},
): ReturnType<typeof rawRequest> {
  return rawRequest(gateway.port, (socket) => {
    socket.write(
      uploadHead({ 'Content-Length': Buffer.byteLength(body), Connection: 'close', ...headers }) + body,
    );
  });
}
