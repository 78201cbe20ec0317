/** Recognition of Blue Prism exports, and the contents of a release. */
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { bluePrism } from '../../../src/analysis/platforms/blue-prism/index.ts';
import { openFile } from '../../../src/analysis/platforms/input-file.ts';
import { AppError } from '../../../src/errors.ts';
import { linesOf } from '../../support/files/activities.ts';
import { PROCESS, RELEASE, readAll, release } from '../../support/files/blue-prism.ts';

describe('recognition', () => {
  const files: readonly (readonly [string, string, string])[] = [
    ['a process', `${PROCESS}/>`, 'blue-prism-process'],
    ['an object', `${PROCESS} type="object"/>`, 'blue-prism-object'],
    ['a process with a byte-order mark and CRLF', `\uFEFF${PROCESS}>\r\n</process>`, 'blue-prism-process'],
    ['a process behind a comment', `<!-- exported --> ${PROCESS}/>`, 'blue-prism-process'],
    [
      'a definition in its own namespace',
      `${PROCESS} xmlns="http://www.blueprism.co.uk/product/process"/>`,
      'blue-prism-process',
    ],
    ['a release', `<bpr:release xmlns:bpr="${RELEASE}"/>`, 'blue-prism-release'],
    ['a release with another prefix', `<release xmlns="${RELEASE}"/>`, 'blue-prism-release'],
  ];
  for (const [what, text, kind] of files) {
    it(`knows ${what}`, () =>
      assert.equal(bluePrism.recognise(openFile('any.txt', Buffer.from(text))), kind));
  }

  const others: readonly (readonly [string, string])[] = [
    ['BPMN', '<process id="a" xmlns="http://www.omg.org/spec/BPMN/20100524/MODEL"><startEvent/></process>'],
    ['a process without a version of the product', '<process name="A" version="1.0"/>'],
    [
      'bpversion in a foreign process',
      '<process bpversion="1" xmlns="http://www.omg.org/spec/BPMN/20100524/MODEL"/>',
    ],
    ['bpversion in a foreign attribute', '<process xmlns:x="urn:x" x:bpversion="1" xmlns="urn:y"/>'],
    ['another release', '<release xmlns="http://usefulinc.com/ns/doap#"/>'],
    ['a release without a namespace', '<release><contents/></release>'],
    ['a process inside something else', `<processes>${PROCESS}/></processes>`],
    ['a subprocess', '<subprocess bpversion="7.2.0.0"/>'],
    ['JSON that speaks of it', '{"process": {"bpversion": "7.2"}}'],
    ['text', 'process bpversion="7.2"'],
    ['nothing', ''],
  ];
  for (const [what, text] of others) {
    it(`leaves ${what} to others`, () =>
      assert.equal(bluePrism.recognise(openFile('a.bpprocess', Buffer.from(text))), undefined));
  }

  for (const [what, text] of [
    ['is cut off', `${PROCESS}><stage stageid="a" name="A" type="Data">`],
    ['closes the wrong element', `${PROCESS}></stage>`],
    ['has a document type', `<!DOCTYPE process [<!ENTITY a "b">]>${PROCESS}/>`],
  ] as const) {
    it(`says so when the file ${what}`, () => {
      assert.throws(
        () => bluePrism.recognise(openFile('a.bpprocess', Buffer.from(text))),
        (error) => error instanceof AppError && error.code === 'unparsable_file',
      );
    });
  }
});

describe('a release', () => {
  it('is itself a workflow, followed by every process and object in it', () => {
    assert.deepEqual(
      release.map(({ kind, name, artifactKey }) => `${kind} ${name} ${artifactKey}`),
      [
        'blue-prism-release Invoices 1.3 release:Invoices',
        'blue-prism-process Post 6f1d5a52',
        'blue-prism-object Ledger 0b8c6fce',
      ],
    );
    for (const { activities, platform } of release.slice(1)) {
      assert.equal(platform, 'blue-prism');
      assert.deepEqual(
        activities.map(({ type }) => type),
        ['Page', 'Start', 'End'],
      );
    }
  });
  it('has environment variables as variables', () => {
    assert.deepEqual(
      release[0]!.variables.map(({ name, type, secure, default: value }) => [
        name,
        type,
        secure,
        value?.text,
      ]),
      [
        ['Ledger URL', 'text', false, 'https://ledger.example.com'],
        ['Ledger Key', 'password', true, '1:QUJDREVGRw=='],
        // An obfuscated password with nothing in it.
        ['Mail Key', 'password', true, undefined],
      ],
    );
  });
  it('has credentials, queues and services with their settings', () => {
    assert.deepEqual(
      release[0]!.activities.map((activity) => [activity.type, activity.name, ...linesOf(activity)]),
      [
        ['credential', 'Ledger', 'credentialType = General', 'members = 2'],
        ['work-queue', 'Invoices', 'key-field = Number'],
        [
          'webapiservice',
          'Ledger API',
          'enabled = true',
          'configuration.baseurl = http://ledger.example.com/',
          'configuration.actions.list.enabled = true',
          'configuration.actions.list.request.httpmethod = GET',
          'configuration.actions.list.request.urlpath = /list',
          'configuration.commonauthentications.authentication.type = 0',
        ],
      ],
    );
  });
  it('says what it could not read', () => {
    assert.deepEqual(
      release[0]!.unread.map(({ reason }) => reason),
      ['The object "Lost" has no definition inside the release.'],
    );
    const [empty] = readAll(`<bpr:release xmlns:bpr="${RELEASE}"><bpr:name>R</bpr:name></bpr:release>`);
    assert.deepEqual(
      empty!.unread.map(({ reason }) => reason),
      ['The release has no contents.'],
    );
  });
});
