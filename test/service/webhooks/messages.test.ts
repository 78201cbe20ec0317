/** Chat messages about runs: in words, and never cleaner than the run. */
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { ChatContext, ProjectContext } from '../../../src/contract/event.ts';
import { deliveryBody } from '../../../src/service/webhooks/messages/body.ts';
import type { ChatMessage } from '../../../src/service/webhooks/messages/chat-message.ts';
import { chatMessage } from '../../../src/service/webhooks/messages/message.ts';
import { type JudgedRun, runTitle } from '../../../src/service/webhooks/messages/message-title.ts';
import { webhookEvent } from '../../support/service/webhook-event.ts';

const BASE_URL = 'https://flowarden.example';
const GREEN = '2E7D32';
const RUN = { repository: 'bank/invoices', solution: null, branch: 'fix/login', owner: 'ci-key' };
const CLEAN = { critical: 0, high: 0, medium: 0, low: 0, total: 0 };

const messageOf = (data: object, chat: ChatContext | null) =>
  chatMessage(webhookEvent('validation.completed', { ...data }, chat), BASE_URL);
const factsOf = ({ facts }: ChatMessage) => Object.fromEntries(facts);

describe('an event of an earlier version', () => {
  const old = {
    validationId: '0190d5a4-7c1e-7a3b-9f00-000000000001',
    fileName: 'Main.xaml',
    platform: 'uipath',
    passed: false,
    score: 49,
    enforcementMode: 'blocking',
    label: null,
    policyPackSlug: null,
    validatedAt: '2026-03-02T09:00:00.000Z',
    summary: undefined,
    findings: undefined,
  };

  it('without findings and summary is a message with what it has', () => {
    const message = messageOf(old, null);
    assert.equal(message.title, 'Blocked: Main.xaml');
    assert.deepEqual([factsOf(message).Score, factsOf(message).Findings], ['49 of 100', undefined]);
    assert.deepEqual(message.lines, []);
  });

  it('has as many links as a card shows buttons, the pull request before the rules', () => {
    const findings = ['UIP-SEC-001', 'UIP-SEC-002', 'UIP-SEC-003'].map((ruleId) => ({
      severity: 'high',
      ruleId,
      description: 'x',
      location: 'Main',
    }));
    const { links } = messageOf({ ...old, findings }, { ...RUN, prUrl: 'https://git.example/pull/7' });
    assert.deepEqual(
      links.map(({ name }) => name),
      ['Open the result', 'Open the pull request', 'About UIP-SEC-001', 'About UIP-SEC-002'],
    );
  });

  it('names the platform as people do, and links the pull request', () => {
    const linksOf = (prUrl?: string) =>
      messageOf(old, { ...RUN, ...(prUrl === undefined ? {} : { prUrl }) }).links;
    assert.equal(
      factsOf(messageOf({ ...old, platform: 'platform_2' }, null)).Platform,
      'Microsoft Power Automate',
    );
    assert.equal(factsOf(messageOf({ ...old, platform: 'other' }, null)).Platform, 'other');
    assert.deepEqual(linksOf('https://git.example/bank/invoices/pull/7?a=|b').at(1), {
      name: 'Open the pull request',
      url: 'https://git.example/bank/invoices/pull/7?a=%7Cb',
    });
    for (const prUrl of [undefined, 'javascript:alert(1)', 'https://user:pass@git.example/', 'no address'])
      assert.equal(linksOf(prUrl).length, 1, prUrl);
  });

  it('without findings counts by its summary', () => {
    const summary = { ...CLEAN, critical: 1, high: 2, total: 3 };
    const message = messageOf({ ...old, summary }, null);
    assert.equal(message.title, 'Blocked by 3 findings: Main.xaml');
    assert.match(factsOf(message).Findings!, /^1 critical, 2 high/);
  });
});

describe('the verdict of a run', () => {
  const passing: JudgedRun = {
    name: 'Main.xaml',
    passed: true,
    enforcementMode: 'warning',
    wouldBlock: 0,
    notValidated: 0,
    notEvaluated: 0,
  };
  const blocking = { ...passing, enforcementMode: 'blocking' };
  const table: readonly (readonly [string, JudgedRun, string, ChatMessage['tone']])[] = [
    ['with nothing that would block', passing, 'Passed: Main.xaml', 'good'],
    [
      'with findings that would block',
      { ...passing, wouldBlock: 4 },
      '4 findings would block: Main.xaml',
      'warning',
    ],
    [
      'with one finding that would block, in advisory mode',
      { ...passing, enforcementMode: 'advisory', wouldBlock: 1 },
      '1 finding would block: Main.xaml',
      'warning',
    ],
    [
      'that is blocked',
      { ...blocking, passed: false, wouldBlock: 1_200 },
      'Blocked by 1,200 findings: Main.xaml',
      'bad',
    ],
    ['that is blocked without a count', { ...blocking, passed: false }, 'Blocked: Main.xaml', 'bad'],
    [
      'with a part that was not evaluated',
      { ...passing, notEvaluated: 1 },
      'Not evaluated completely: Main.xaml',
      'warning',
    ],
    [
      'with a file that could not be validated',
      { ...passing, passed: false, notValidated: 1 },
      '1 file could not be validated: Main.xaml',
      'bad',
    ],
    [
      'with such a file and findings that would block',
      { ...passing, passed: false, notValidated: 1, wouldBlock: 2 },
      '2 findings would block: Main.xaml',
      'bad',
    ],
  ];
  for (const [name, outcome, title, tone] of table) {
    it(`${name} is "${title}"`, () => assert.deepEqual(runTitle(outcome), { title, tone }));
  }
});

describe('the message about a file', () => {
  const weak = { passed: true, score: 35, enforcementMode: 'warning' };

  it('is not green and says how many findings would block, and whose run it is', () => {
    const chat = { ...RUN, wouldBlock: 4, notEvaluated: 0 };
    const message = messageOf(weak, chat);
    assert.equal(message.title, '4 findings would block: Main.xaml');
    const { Repository, Branch, 'Run by': owner } = factsOf(message);
    assert.deepEqual([Repository, Branch, owner], ['bank/invoices', 'fix/login', 'ci-key']);
    const event = webhookEvent('validation.completed', weak, chat);
    assert.notEqual(JSON.parse(deliveryBody(event, 'chat-b', BASE_URL).toString()).themeColor, GREEN);
  });
  it('is green when nothing would block and everything was evaluated', () => {
    const chat = { ...RUN, wouldBlock: 0, notEvaluated: 0 };
    const event = webhookEvent('validation.completed', { ...weak, summary: CLEAN }, chat);
    assert.equal(JSON.parse(deliveryBody(event, 'chat-b', BASE_URL).toString()).themeColor, GREEN);
  });
  it('goes by the severities where the event does not say what would block', () => {
    const summary = { critical: 1, high: 2, medium: 0, low: 0, total: 3 };
    assert.equal(messageOf({ ...weak, summary }, null).title, '3 findings would block: Main.xaml');
  });
  it('names the solution of a run without a repository', () => {
    const chat = { ...RUN, repository: null, solution: 'Invoices', wouldBlock: 0, notEvaluated: 0 };
    assert.deepEqual(
      [factsOf(messageOf(weak, chat)).Solution, factsOf(messageOf(weak, chat)).Repository],
      ['Invoices', undefined],
    );
  });
});

describe('the message about a score below the threshold', () => {
  it('says whose run it is', () => {
    const message = chatMessage(webhookEvent('validation.below_threshold', {}, RUN), BASE_URL);
    const { Repository, Branch, 'Run by': owner } = factsOf(message);
    assert.deepEqual([Repository, Branch, owner], ['bank/invoices', 'fix/login', 'ci-key']);
  });
});

describe('the message about a project', () => {
  const project: ProjectContext['project'] = {
    id: '0190d5a4-7c1e-7a3b-9f00-3f2a1b4c5d6e',
    fileCount: 1_200,
    failedCount: 0,
    skippedCount: 3,
    failedFile: null,
    worstFiles: [
      { path: 'Login/Main.xaml', score: 35, counts: { critical: 1, high: 3, medium: 0, low: 2 } },
      { path: 'Sub.xaml', score: 79, counts: { critical: 0, high: 1, medium: 0, low: 0 } },
    ],
    error: null,
  };
  const chat: ProjectContext = { ...RUN, wouldBlock: 5, notEvaluated: 0, project };
  const data = { fileName: 'robot.zip', passed: true, score: 46, enforcementMode: 'warning' };

  it('lists the worst files, counts, whose run it is, and leads to the project', () => {
    const message = messageOf(data, chat);
    assert.deepEqual([message.title, message.tone], ['5 findings would block: robot.zip', 'warning']);
    assert.deepEqual(message.lines, [
      'Score 35: 1 critical, 3 high, 2 low (Login/Main.xaml)',
      'Score 79: 1 high (Sub.xaml)',
    ]);
    const facts = factsOf(message);
    assert.deepEqual(
      [facts.Score, facts.Files, facts.Repository, facts.Branch, facts['Run by']],
      ['46 of 100', '1,200 files, 3 skipped', 'bank/invoices', 'fix/login', 'ci-key'],
    );
    assert.deepEqual(message.links, [{ name: 'Open the result', url: `${BASE_URL}/projects/${project.id}` }]);
  });
  it('names a file that could not be validated', () => {
    const failedFile = { path: 'Damaged.xaml', message: 'The file is no XML.' };
    const broken = { ...chat, wouldBlock: 0, project: { ...project, failedCount: 1, failedFile } };
    const message = messageOf({ ...data, passed: false }, broken);
    assert.deepEqual([message.title, message.tone], ['1 file could not be validated: robot.zip', 'bad']);
    assert.equal(message.lines[0], 'Not validated: The file is no XML. (Damaged.xaml)');
    assert.equal(factsOf(message).Files, '1,200 files, 1 could not be validated, 3 skipped');
  });
  it('is not green while files are below the threshold', () => {
    const clean = { ...chat, wouldBlock: 0, project: { ...project, alert: { threshold: 70, fileCount: 1 } } };
    const message = messageOf(data, clean);
    assert.deepEqual([message.title, message.tone], ['1 file below 70: robot.zip', 'warning']);
    assert.equal(factsOf(message)['Below threshold'], '1 file below 70');
  });
  it('says why a project failed', () => {
    const failed = { ...chat, wouldBlock: 0, project: { ...project, error: 'Too many calls.' } };
    const message = messageOf({ ...data, passed: false, score: null, summary: null }, failed);
    assert.deepEqual([message.title, message.tone], ['Could not be validated: robot.zip', 'bad']);
    assert.deepEqual(message.lines, ['Too many calls.']);
    assert.deepEqual([factsOf(message).Score, factsOf(message).Findings], [undefined, undefined]);
  });
});
