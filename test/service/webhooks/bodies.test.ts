import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import fc from 'fast-check';
import { EVENT_KINDS, type EventKind, type EventRecord } from '../../../src/contract/event.ts';
import { WEBHOOK_TARGETS, webhookTarget } from '../../../src/contract/webhook.ts';
import { CHAT_WORST_FILES_MAX } from '../../../src/service/projects/notify-chats.ts';
import { deliveryBody } from '../../../src/service/webhooks/messages/body.ts';
import { CHAT_ABLOCKS_MAX, CHAT_ACHARACTERS_MAX } from '../../../src/service/webhooks/messages/chat-a.ts';
import { CHAT_BBYTES_MAX } from '../../../src/service/webhooks/messages/chat-b.ts';
import { CHAT_CBYTES_MAX } from '../../../src/service/webhooks/messages/chat-c.ts';
import { WEBHOOK_BODY_BYTES_MAX } from '../../../src/service/webhooks/messages/envelope.ts';
import { eventFinding, webhookEvent } from '../../support/service/webhook-event.ts';

const BASE_URL = 'https://flowarden.example';
const parsed = (body: Buffer) => JSON.parse(body.toString('utf8'));

/** Texts of which one character takes up to six bytes in JSON. */
const NASTY = ['\u0001', '<', '\\', '"', '字', '🤖', '\uD800', 'a'] as const;
const nastyText = fc
  .tuple(fc.constantFrom(...NASTY), fc.integer({ min: 0, max: 3_000 }))
  .map(([character, count]) => character.repeat(count));

/** Promises of each target about its bytes. */
const HOLDS = {
  generic: (body: Buffer) => body.length <= WEBHOOK_BODY_BYTES_MAX,
  'chat-a': (body: Buffer) =>
    body.toString('utf8').length <= CHAT_ACHARACTERS_MAX && parsed(body).blocks.length <= CHAT_ABLOCKS_MAX,
  'chat-b': (body: Buffer) => body.length <= CHAT_BBYTES_MAX,
  'chat-c': (body: Buffer) => body.length <= CHAT_CBYTES_MAX,
} as const;

/** A project with the most that a message about one can say. */
function projectEvent(texts: { name: string; run: string; path: string; error: string | null }): EventRecord {
  const { name, run, path, error } = texts;
  const counts = { critical: 10_000, high: 10_000, medium: 10_000, low: 10_000 };
  return webhookEvent(
    'validation.completed',
    { fileName: name, label: run, policyPackSlug: run, enforcementMode: 'blocking' },
    {
      repository: run,
      solution: null,
      branch: run,
      owner: run,
      wouldBlock: 40_000,
      notEvaluated: 10_000,
      project: {
        id: '0190d5a4-7c1e-7a3b-9f00-3f2a1b4c5d6e',
        fileCount: 10_000,
        failedCount: 10_000,
        skippedCount: 10_000,
        failedFile: { path, message: path },
        worstFiles: Array.from({ length: CHAT_WORST_FILES_MAX }, () => ({
          path,
          score: 1,
          counts,
        })),
        error,
      },
    },
  );
}

describe('the bodies of deliveries', () => {
  for (const target of WEBHOOK_TARGETS) {
    it(`are within the limits of ${target} for any event`, () => {
      fc.assert(
        fc.property(fc.constantFrom(...EVENT_KINDS), nastyText, nastyText, (kind, one, other) => {
          const data = {
            fileName: one,
            label: other,
            reason: other,
            location: one,
            ...(kind === 'validation.completed' && { findings: Array(10).fill(eventFinding(one)) }),
          };
          const run = { repository: one, solution: null, branch: other, owner: one };
          const body = deliveryBody(webhookEvent(kind, data, run), target, BASE_URL);
          assert.ok(HOLDS[target](body), `${body.length} bytes`);
          assert.equal(Buffer.from(body.toString('utf8')).equals(body), true, 'the bytes are UTF-8');
        }),
        { numRuns: 60 },
      );
    });
  }

  for (const target of ['chat-a', 'chat-b', 'chat-c'] as const) {
    it(`are within the limits of ${target} for any file names of a project`, () => {
      fc.assert(
        fc.property(nastyText, nastyText, (one, other) => {
          const event = projectEvent({ name: one, run: one, path: other, error: null });
          assert.ok(HOLDS[target](deliveryBody(event, target, BASE_URL)));
          const failed = projectEvent({ name: one, run: one, path: other, error: other });
          assert.ok(HOLDS[target](deliveryBody(failed, target, BASE_URL)));
        }),
        { numRuns: 60 },
      );
    });
  }

  it('of chat-a let no text of a file format or mention', () => {
    const event = webhookEvent('validation.completed', { fileName: '<!channel> & *x*.xaml' });
    const message = parsed(deliveryBody(event, 'chat-a', BASE_URL));
    assert.equal(message.text, 'Blocked by 1 finding: &lt;!channel&gt; &amp; *x*.xaml');
    assert.deepEqual(message.blocks[0].text, {
      type: 'plain_text',
      text: 'Blocked by 1 finding: <!channel> & *x*.xaml',
      emoji: false,
    });
    const formatted = message.blocks.filter((block: object) => JSON.stringify(block).includes('mrkdwn'));
    assert.deepEqual(formatted, [
      {
        type: 'context',
        elements: [
          {
            type: 'mrkdwn',
            text: `<${BASE_URL}/validations/0190d5a4-7c1e-7a3b-9f00-3f2a1b4c5d6e|Open the result>`,
          },
          { type: 'mrkdwn', text: `<${BASE_URL}/docs/rules/UIP-SEC-001|About UIP-SEC-001>` },
        ],
      },
    ]);
  });

  it('of chat-b are cards whose sections do not format', () => {
    const card = parsed(deliveryBody(webhookEvent(), 'chat-b', BASE_URL));
    assert.equal(card['@type'], 'MessageCard');
    assert.equal(card.summary, 'Blocked by 1 finding: Main.xaml');
    assert.ok(
      card.sections.length === 2 &&
        card.sections.every((section: { markdown: boolean }) => section.markdown === false),
    );
    assert.match(card.potentialAction[0].targets[0].uri, /^https:\/\/flowarden\.example\/validations\//);
  });

  it('of chat-b show markup in the texts of a file as it is', () => {
    const markup = '<a href="https://evil.example">x</a> &lt;';
    const escaped = '&lt;a href="https://evil.example"&gt;x&lt;/a&gt; &amp;lt;';
    const data = { fileName: markup, label: markup, findings: [eventFinding(markup)] };
    const { summary, sections } = parsed(
      deliveryBody(webhookEvent('validation.completed', data), 'chat-b', BASE_URL),
    );
    assert.equal(summary, `Blocked by 1 finding: ${markup}`);
    assert.equal(sections[0].activityTitle, `Blocked by 1 finding: ${escaped}`);
    assert.equal(sections[0].facts.at(-1).value, escaped);
    assert.ok(sections[1].text.includes(escaped) && !sections[1].text.includes('<'), sections[1].text);
  });

  it('of chat-c are Adaptive Cards whose texts of a file do not format', () => {
    const markup = '[x](https://evil.example) **b** <at>all</at>';
    const data = { fileName: markup, label: markup, findings: [eventFinding(markup)] };
    const { type, attachments } = parsed(
      deliveryBody(webhookEvent('validation.completed', data), 'chat-c', BASE_URL),
    );
    assert.equal(type, 'message');
    const [{ contentType, content }] = attachments;
    assert.deepEqual(
      [contentType, content.type, content.version],
      ['application/vnd.microsoft.card.adaptive', 'AdaptiveCard', '1.4'],
    );
    assert.equal(content.body[0].items[0].inlines[0].text, `Blocked by 1 finding: ${markup}`);
    // Only runs of rich text are shown as they are: other blocks of text read Markdown.
    const types = [...JSON.stringify(content.body).matchAll(/"type":"(\w+)"/g)].map(([, name]) => name);
    assert.deepEqual([...new Set(types)].sort(), ['Container', 'RichTextBlock', 'TextRun']);
    assert.match(content.actions[0].url, /^https:\/\/flowarden\.example\/validations\//);
  });

  it('of chats link the pages of the first three rules, and of none that is not one', () => {
    const ids = ['UIP-SEC-001', 'UIP-SEC-001', '*', '../x', 'UIP-REL-001', 'UIP-MNT-005', 'UIP-MNT-006'];
    const findings = ids.map((ruleId) => ({ ...eventFinding(), ruleId }));
    const { potentialAction } = parsed(
      deliveryBody(webhookEvent('validation.completed', { findings }), 'chat-b', BASE_URL),
    );
    assert.deepEqual(
      potentialAction.map((action: { targets: { uri: string }[] }) => action.targets[0]!.uri).slice(1),
      ['UIP-SEC-001', 'UIP-REL-001', 'UIP-MNT-005'].map((id) => `${BASE_URL}/docs/rules/${id}`),
    );
    const expiring = deliveryBody(webhookEvent('exception.expiring_soon'), 'chat-a', BASE_URL).toString();
    assert.ok(expiring.includes(`<${BASE_URL}/docs/rules/UIP-SEC-001|About UIP-SEC-001>`));
  });

  it('count one day as one', () => {
    const event = webhookEvent('exception.expiring_soon', { daysRemaining: 1 });
    assert.match(parsed(deliveryBody(event, 'chat-b', BASE_URL)).summary, /expires in 1 day$/);
  });

  const WANTED = {
    'validation.completed': ['61 of 100', '1 critical', 'UIP-SEC-001'],
    'validation.below_threshold': ['40 of 100', 'below 70', '80'],
    'exception.expiring_soon': ['7 days', 'The vault comes in May.', 'ada@example.com'],
    'change.completed': ['Blocked by 3 findings', 'bank/robots', 'amelia', '30 files, 2 blocked', '4 new'],
    'exception.requested': ['Ada', 'The vault comes in May.', 'UIP-SEC-001', 'Decide'],
    'exception.decided': ['rejected', 'Clara', 'Use the vault.'],
    'run.blocked': ['Blocked by 3 findings', 'Main.xaml', 'amelia'],
    'source.pull_failed': ['Production', 'rejected the client id'],
    'source.drift_found': ['1 package', 'Production', 'InvoiceRobot 1.4.2', 'changed', 'production', '12'],
    'source.credential_expiring': ['Production', '7 days', '2026-03-09'],
  } as const satisfies Readonly<Record<EventKind, readonly string[]>>;
  for (const kind of EVENT_KINDS) {
    for (const target of ['chat-a', 'chat-b', 'chat-c'] as const) {
      it(`show everything that matters of ${kind} in ${target}`, () => {
        const text = deliveryBody(webhookEvent(kind), target, BASE_URL).toString('utf8');
        for (const part of WANTED[kind]) assert.ok(text.includes(part), part);
      });
    }

    it(`hold the whole ${kind} in our envelope`, () => {
      const event = webhookEvent(kind);
      const { data, ...rest } = parsed(deliveryBody(event, 'generic', BASE_URL));
      assert.deepEqual(rest, { event: kind, orgId: event.orgId, occurredAt: event.occurredAt.toISOString() });
      assert.deepEqual(data, event.data);
    });
  }

  it('have targets with the names of products as aliases', () => {
    assert.deepEqual(['generic', 'slack', 'teams', 'chat-b', 'email', 'toString'].map(webhookTarget), [
      'generic',
      'chat-a',
      'chat-b',
      'chat-b',
      null,
      null,
    ]);
  });
});
